/** Everything that is said to players. */

export { animalLed, cardName, type Deck, herd, speciesName } from './cards'
export { errorText } from './errors'
export type { Below, Key, Values } from './keys'
export { LANGUAGES, type Language } from './languages'
export { type Book, type Chapter, type Rule, rulebook, searched } from './rulebook'
export { type Scene, tell, tellAll } from './telling'
export {
  date,
  isKey,
  language,
  listed,
  number,
  setLanguage,
  speak,
  startWords,
  t,
} from './words.svelte'
