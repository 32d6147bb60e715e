// Makes the PNG icons from public/icon.svg: node scripts/icons.mjs
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const place = (name) => fileURLToPath(new URL(`../public/${name}`, import.meta.url))
const round = await readFile(place('icon.svg'), 'utf8')
// Systems that cut the icon to a shape of their own get it with its corners.
const square = round.replace('rx="112"', 'rx="0"')

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
for (const [name, svg, size] of [
  ['icon-192.png', round, 192],
  ['icon-512.png', round, 512],
  ['icon-maskable.png', square, 512],
  ['apple-touch-icon.png', square, 180],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`)
  await page.screenshot({ path: place(name), omitBackground: true })
}
await browser.close()
