/** Single keys play the game, unless somebody writes, holds a modifier, or has switched them off. */

import { settings } from '../app/settings.svelte'

/** The key of an event in lower case, or null if it is not for us. */
export function shortcut(event: KeyboardEvent): string | null {
  if (!settings.keys || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null
  const target = event.target as Element | null
  if (target?.closest('input, select, textarea, dialog, [popover]')) return null
  if (document.querySelector('dialog[open]')) return null
  return event.key.toLowerCase()
}
