/** Tells a player who looks elsewhere that it is his turn: only where he wished it, and where the
 * browser allows it. */

import { settings } from '../app/settings.svelte'
import { t } from '../words'
import type { Frame } from './frames'

/** Whether this browser knows notifications at all. */
export const possible = () => 'Notification' in window

let last: Notification | null = null

/** Asks the player's browser, and shows what a notification looks like. */
export async function allowed(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted' && show(t('settings.notifySample'))
}

export function notice(frame: Frame, table: string): void {
  const yours = frame.toMove !== null && frame.toMove === frame.seat
  const wished = settings.notify && possible() && Notification.permission === 'granted'
  if (yours && wished && document.visibilityState === 'hidden') {
    show(`${t(`app.${frame.view?.game ?? 'tembo'}`)}: ${t('table.yourTurn')}`, table)
  }
}

/** One at a time for each table. Some phones know notifications, but not from a page. */
function show(body: string, table = ''): boolean {
  try {
    const shown = new Notification(t('app.name'), { body, tag: table, icon: ICON })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
    last = shown
  } catch {
    return false
  }
  document.addEventListener('visibilitychange', looked, { once: true })
  return true
}

/** Who looks at the page needs no notification. */
function looked(): void {
  last?.close()
  last = null
}

const ICON = '/icon-192.png'
