/** Where a line must not break: texts are written with plain spaces, the build makes them firm. */

const FIRM = '\u00a0'

export function typeset(text: string, language: string): string {
  if (language === 'fr') return text.replace(/ (?=[:;!?»])/g, FIRM).replace(/« /g, `«${FIRM}`)
  // A Polish word of one letter does not stay behind at the end of a line.
  if (language === 'pl') return text.replace(/(?<=[\s(„]|^)([aiouwz]) /gi, `$1${FIRM}`)
  return text
}
