/** How this player likes it, remembered by the browser and the same in every tab. */

import { remember, remembered } from '../remember'

export interface Settings {
  theme: 'auto' | 'light' | 'dark'
  motion: 'auto' | 'full' | 'none'
  speed: 'fast' | 'normal' | 'slow'
  sound: boolean
  notify: boolean
  confirm: boolean
  cards: 'small' | 'normal' | 'large'
  print: 'normal' | 'large'
  keys: boolean
}

const DEFAULTS: Settings = {
  theme: 'auto',
  motion: 'auto',
  speed: 'normal',
  sound: false,
  notify: false,
  confirm: false,
  cards: 'normal',
  print: 'normal',
  keys: true,
}

export const settings = $state<Settings>({ ...DEFAULTS })

export function startSettings(): void {
  Object.assign(settings, remembered<Partial<Settings>>('settings') ?? {})
  window.addEventListener('storage', ({ key }) => {
    if (key !== 'waterhole.settings') return
    Object.assign(settings, remembered<Partial<Settings>>('settings') ?? {})
    show()
  })
  show()
}

export function set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  settings[name] = value
  remember('settings', settings)
  show()
}

/** What style sheets can see of it. */
function show(): void {
  const { dataset } = document.documentElement
  dataset.theme = settings.theme
  dataset.motion = settings.motion
  dataset.cards = settings.cards
  dataset.print = settings.print
}

const FACTOR = { fast: 0.6, normal: 1, slow: 1.7 } as const

/** How long a motion takes, in milliseconds; 0 where nothing shall move. */
export function motion(milliseconds: number): number {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const still = settings.motion === 'none' || (settings.motion === 'auto' && calm)
  return still || document.visibilityState === 'hidden' ? 0 : milliseconds * FACTOR[settings.speed]
}
