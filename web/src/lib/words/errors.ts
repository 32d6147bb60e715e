/** Refusals in the language of the player: the code decides, the server's own text is English. */

import { isKey, t } from './words.svelte'

export function errorText(code: string): string {
  const key = `errors.${code}`
  return isKey(key) ? t(key) : t('errors.other')
}
