/** Which screen is shown: the address decides, and links change it without loading anything. */

import { aboveScreen } from './layers'

export interface Place {
  path: string
  parts: string[]
  hash: string
}

function read(): Place {
  const { pathname, hash } = location
  return { path: pathname, parts: pathname.split('/').filter(Boolean), hash: hash.slice(1) }
}

let place = $state.raw<Place>({ path: '/', parts: [], hash: '' })

export const here = () => place

export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  const push = how === 'push' && !aboveScreen()
  history[push ? 'pushState' : 'replaceState'](null, '', address)
  arrive()
  if (how === 'push') window.scrollTo(0, 0)
}

export function startRouter(): void {
  arrive()
  window.addEventListener('popstate', arrive)
  document.addEventListener('click', follow)
}

function arrive(): void {
  place = read()
}

/** A plain click on a link of ours; everything else is the browser's. */
function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest('a')
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
  if (!link || !plain || event.defaultPrevented || event.altKey) return
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return
  if (link.pathname.startsWith('/api/')) return
  event.preventDefault()
  if (link.href !== location.href) go(link.href)
  else arrive() // to the same rule once more
}
