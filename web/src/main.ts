import { mount } from 'svelte'
import App from './App.svelte'
import './lib/look/tokens.css'
import './app.css'
import './lib/look/arriving.css'
import { startLayers } from './lib/app/layers'
import { here, startRouter } from './lib/app/router.svelte'
import { startSettings } from './lib/app/settings.svelte'
import { listed, number, startWords } from './lib/words'
import { fetchScreen } from './screens'

/** The screen that is wanted first, fetched beside the words and not after them. Where that fails,
 * the app says so. */
async function firstScreen(): Promise<void> {
  const [name] = here().parts
  if (name !== undefined) await fetchScreen(name).catch(() => null)
}

/** A browser's first list and first number take it long: it makes them while our files come. */
function warmUp(): void {
  listed(['', ''])
  number(0)
}

startSettings()
startRouter()
startLayers()
setTimeout(warmUp)
await Promise.all([startWords(), firstScreen()])
const target = document.getElementById('app') as HTMLElement
target.replaceChildren()
mount(App, { target })
