/** What lies above a screen: dialogs, drawers, menus. Escape closes the topmost, and so does the way
 * back (a phone's button or gesture) before it leaves the screen. For that one more place stands in the history
 * as long as anything is open. */

const open: (() => void)[] = []
let leaving = false // we asked for the way back ourselves, to take that place away

/** Something is open, and this closes it. To be called back when it is closed. */
export function opened(close: () => void): () => void {
  open.push(close)
  setTimeout(settle)
  return () => {
    open.splice(open.lastIndexOf(close), 1)
    setTimeout(settle)
  }
}

/** Whether the history stands at the place of what is open. */
export const aboveScreen = () => history.state?.above === true

export function startLayers(): void {
  window.addEventListener('popstate', wentBack)
  window.addEventListener('keydown', escaped, { capture: true })
  settle()
}

function wentBack(): void {
  if (leaving) leaving = false
  else if (!aboveScreen()) open.at(-1)?.()
  setTimeout(settle)
}

/** Nobody else hears of it: a table would take a chosen card back. */
function escaped(event: KeyboardEvent): void {
  const close = open.at(-1)
  if (event.key !== 'Escape' || !close) return
  event.preventDefault()
  event.stopImmediatePropagation()
  close()
}

/** Later than what opens and closes: often one closes and another opens in the same moment. */
function settle(): void {
  const wanted = open.length > 0
  if (leaving || wanted === aboveScreen()) return
  if (wanted) {
    history.pushState({ above: true }, '')
  } else {
    leaving = true
    history.back()
  }
}
