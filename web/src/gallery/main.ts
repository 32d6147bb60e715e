// Everything that is drawn, side by side: npm run dev, then /gallery.html. It is in no build.
import { mount } from 'svelte'
import '$lib/look/fonts.css'
import '$lib/look/tokens.css'
import Gallery from './Gallery.svelte'

const theme = new URLSearchParams(location.search).get('theme')
document.documentElement.dataset.theme = theme ?? 'auto'
mount(Gallery, { target: document.getElementById('gallery') as HTMLElement })
