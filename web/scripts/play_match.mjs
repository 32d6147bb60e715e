// Plays a whole match against bots through the page, as a person would, and fails on anything a
// person should not meet: node scripts/play_match.mjs http://127.0.0.1:8400 tembo [tap|keys] [360x640]
// [folder for screenshots]. It needs Chromium at CHROMIUM or /usr/bin/chromium.

import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright-core'

const [base, game = 'tembo', way = 'tap', size = '360x640', folder] = process.argv.slice(2)
const [width, height] = size.split('x').map(Number)
const problems = []
const wait = { timeout: 240_000 }

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const context = await browser.newContext({ viewport: { width, height }, hasTouch: way === 'tap' })
const page = await context.newPage()
page.setDefaultTimeout(wait.timeout)
page.on('console', (said) => {
  if (['error', 'warning'].includes(said.type())) problems.push(`console: ${said.text()}`)
})
page.on('pageerror', (error) => problems.push(`page: ${error.message}`))
page.on('request', (request) => {
  if (new URL(request.url()).host !== new URL(base).host) problems.push(`asked ${request.url()}`)
})

let shots = 0
async function shoot(name) {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({
    path: `${folder}/${game}-${way}-${String(shots++).padStart(2, '0')}-${name}.png`,
  })
}

async function settle() {
  await page.waitForSelector('[data-turn=yours], dialog[open], .result', wait)
}

const act = (locator) => (way === 'tap' ? locator.tap() : locator.press('Enter'))

/** Cards that can be played are not dull; the first that lights a crossing is played there. */
async function tembo() {
  const lit = page.locator('.crossing.lit')
  if (!(await page.locator('.interruption').count())) {
    const cards = page.locator('.hand .held:not(.dull)')
    const last = (await cards.count()) - 1
    await choose(cards.nth(last))
  }
  await lit.first().waitFor()
  if (way === 'keys')
    await page.keyboard.press((await lit.first().getAttribute('aria-keyshortcuts')).toLowerCase())
  else await lit.first().tap()
  await page.waitForTimeout(30)
  const confirm = page.locator('.actions .button.primary')
  if (await confirm.count()) {
    await shoot('choice')
    if (way === 'keys') await page.keyboard.press('Enter')
    else await confirm.tap()
  }
}

async function choose(card) {
  if (way === 'keys') await page.keyboard.press(await card.getAttribute('aria-keyshortcuts'))
  else await card.tap()
}

let swaps = 0
/** Swaps a card now and then, and knocks as soon as that is possible after a few swaps. */
async function life() {
  const knock = page.locator('.actions .button', { has: page.locator('text=/knock/i') })
  if (swaps > 1 && (await knock.count())) {
    swaps = 0
    if (way === 'keys') await page.keyboard.press('k')
    else await knock.tap()
    await act(page.locator('dialog[open] .primary'))
    return
  }
  swaps++
  const row = page.locator('.rows .row').first()
  const taken = await row.locator('.said').textContent()
  if (way === 'keys') await page.keyboard.press('a')
  else await row.tap()
  const cards = page.locator('.hand .held')
  const names = await cards.evaluateAll((all) =>
    all.map((each) => each.querySelector('.said').textContent),
  )
  const other = names.findLastIndex((name) => !taken.includes(name))
  await choose(cards.nth(other))
  if (way === 'keys') await page.keyboard.press('Enter')
  else await page.locator('.actions .primary').tap()
}

await page.goto(base)
await shoot('home')
await act(page.locator(`.tile.${game} .button.primary`))
await page.waitForSelector('.table', wait)
let moves = 0
for (;;) {
  await settle()
  if (await page.locator('.result').count()) break
  if (await page.locator('dialog[open]').count()) {
    await page.waitForTimeout(500)
    await shoot('round')
    await act(page.locator('dialog[open] .primary').last())
    await page.waitForTimeout(50)
    continue
  }
  if (moves % 6 === 0) await shoot('turn')
  const before = await page.locator('.table').getAttribute('data-version')
  await (game === 'tembo' ? tembo() : life())
  moves++
  await page.waitForFunction(
    (version) =>
      document.querySelector('.table')?.dataset.version !== version ||
      document.querySelector('dialog[open], .result'),
    before,
    wait,
  )
  if (moves === 3) {
    await page.reload()
    await page.waitForSelector('.table', wait)
  }
}
await page.waitForTimeout(500)
await shoot('result')
await act(page.locator('.result .button', { has: page.locator('text=/check the cards/i') }))
await page.locator('.result p[role=status]').waitFor()
const proof = await page.locator('.result p[role=status]').textContent()
if (!/fairly/.test(proof)) problems.push(`proof: ${proof}`)
await act(page.locator('.result a[href^="/replay/"]'))
await page.locator('input[type=range]').waitFor()
await shoot('replay')
await browser.close()
console.log(`${game}, ${way}, ${size}: ${moves} moves, ${problems.length} problems`)
for (const problem of problems) console.log(problem)
process.exit(problems.length ? 1 : 0)
