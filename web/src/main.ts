import { mount } from 'svelte'
import App from './App.svelte'
import './lib/look/tokens.css'
import './app.css'
import { startLayers } from './lib/app/layers'
import { startRouter } from './lib/app/router.svelte'
import { startSettings } from './lib/app/settings.svelte'
import { startWords } from './lib/words'

startSettings()
startRouter()
startLayers()
await startWords()
mount(App, { target: document.getElementById('app') as HTMLElement })
