/** Dragging a card onto a place. A tap stays a tap; whoever cannot drag taps twice instead. */

const FAR = 8 // pixels until it is a drag and no tap

const LONG = 550 // milliseconds until holding still asks about a card

export interface Dragging {
  held(): void
  started(): void
  dropped(place: string | null): void
}

/** Watches one element. Places to drop something at have `data-drop`. */
export function draggable(element: HTMLElement, dragging: () => Dragging) {
  let from: { x: number; y: number; id: number } | null = null
  let copy: HTMLElement | null = null
  let over: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function down(event: PointerEvent) {
    if (event.button !== 0) return
    from = { x: event.clientX, y: event.clientY, id: event.pointerId }
    element.setPointerCapture(event.pointerId) // a quick hand is elsewhere at the first move
    timer = setTimeout(hold, LONG)
  }

  function move(event: PointerEvent) {
    if (!from || event.pointerId !== from.id) return
    const [x, y] = [event.clientX - from.x, event.clientY - from.y]
    if (!copy && Math.hypot(x, y) > FAR) begin()
    if (!copy) return
    copy.style.transform = `translate(${x}px, ${y}px) rotate(${x / 40}deg)`
    mark(place(event))
  }

  function hold() {
    stop()
    swallowClick()
    dragging().held()
  }

  function begin() {
    clearTimeout(timer)
    const box = element.getBoundingClientRect()
    copy = element.cloneNode(true) as HTMLElement
    copy.classList.add('dragged')
    Object.assign(copy.style, {
      position: 'fixed',
      zIndex: '70',
      pointerEvents: 'none',
      margin: '0',
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
    })
    document.body.append(copy)
    element.style.opacity = '0.35'
    dragging().started()
  }

  function place(event: PointerEvent): Element | null {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-drop]') ?? null
  }

  function mark(next: Element | null) {
    if (over === next) return
    over?.classList.remove('over')
    next?.classList.add('over')
    over = next
  }

  function up(event: PointerEvent) {
    if (copy) {
      const target = place(event)
      stop()
      swallowClick()
      dragging().dropped(target?.getAttribute('data-drop') ?? null)
    }
    stop()
  }

  /** The click that ends a drag is none. */
  function swallowClick() {
    const swallow = (event: Event) => event.stopPropagation()
    element.addEventListener('click', swallow, { capture: true, once: true })
    const forget = () => setTimeout(() => element.removeEventListener('click', swallow, true), 50)
    window.addEventListener('pointerup', forget, { once: true })
    if (!from) forget()
  }

  function stop() {
    clearTimeout(timer)
    copy?.remove()
    element.style.opacity = ''
    mark(null)
    copy = null
    from = null
  }

  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', stop)
  return () => {
    stop()
    element.removeEventListener('pointerdown', down)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', up)
    element.removeEventListener('pointercancel', stop)
  }
}
