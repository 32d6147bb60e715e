declare module 'virtual:rulebooks' {
  const books: Record<string, () => Promise<{ default: import('./rulebook').Book }>>
  export default books
}
