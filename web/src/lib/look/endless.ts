/** Where the parts of a scene are drawn again, to both sides of its middle. */
const PLACES = [-2400, -1200, 0, 1200, 2400]

/** A shape at all of these places, as one. What it has of absolute steps is M and H. */
export function everywhere(shape: string): string {
  const at = (place: number) =>
    shape.replace(/([MH])(\d+)/g, (_, step, x) => step + (Number(x) + place))
  return PLACES.map(at).join('')
}

/** A band of land or water: its upper edge, repeated over the whole width, and all below it. Only
    the last band of a scene goes on under its lower end, so that no other shines through there. */
export function band(top: number, edge: string, length = 1200, bottom = 398): string {
  return `M-2400 ${top}${edge.repeat(6000 / length)}V${bottom}H-2400z`
}
