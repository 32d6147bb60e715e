/** What this browser keeps for us. It may forbid that; then things are simply not remembered. */

export function remembered<Value>(name: string): Value | null {
  try {
    const text = localStorage.getItem(`waterhole.${name}`)
    return text === null ? null : (JSON.parse(text) as Value)
  } catch {
    return null
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(`waterhole.${name}`, JSON.stringify(value))
  } catch {
    // as above
  }
}
