// What is wrong with the texts on this page: clipped, overlapping, too wide, or not written at all.
// Called in the page with the groups of keys; returns a list of complaints.
(groups) => {
  const found = new Set()
  const page = document.scrollingElement
  const width = page.clientWidth
  const SLACK = 1.5 // pixels: glyphs lean out of their boxes

  /** What lies above the rest of the page, and may cover it: a dialog, a bar that stays in sight. */
  function layer(element) {
    for (let each = element; each; each = each.parentElement) {
      const { position, backgroundColor } = getComputedStyle(each)
      const above = /fixed|sticky/.test(position) && !/, 0\)$/.test(backgroundColor)
      if (above || each.matches('dialog[open], :popover-open')) return each
    }
    return null
  }

  const named = (element) => {
    const classes = [...element.classList].filter((each) => !each.startsWith('svelte-'))
    return `${element.tagName.toLowerCase()}${classes.map((each) => `.${each}`).join('')}`
  }
  const quoted = (text) => `“${text.trim().replace(/\s+/g, ' ').slice(0, 60)}”`
  const complain = (what, element, text) => found.add(`${what}: ${quoted(text)} in ${named(element)}`)

  if (page.scrollWidth > width) found.add(`the page is ${page.scrollWidth - width} px too wide`)

  /** Every piece of text that is to be seen, with the boxes of its lines. */
  function texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const all = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!node.data.trim() || element.closest('svg, .said, script, style, option')) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1)
      if (boxes.length) all.push({ element, text: node.data, boxes })
    }
    return all
  }

  const outside = (box, frame, style) => {
    const x = style.overflowX !== 'visible' && (box.right > frame.right + SLACK || box.left < frame.left - SLACK)
    const y = style.overflowY !== 'visible' && (box.bottom > frame.bottom + 2 * SLACK || box.top < frame.top - 2 * SLACK)
    return x || y
  }
  const scrolls = (style) => /auto|scroll/.test(style.overflowX + style.overflowY)

  function clipped({ element, text, boxes }) {
    for (let parent = element; parent && parent !== document.body; parent = parent.parentElement) {
      const style = getComputedStyle(parent)
      if (scrolls(style)) return
      if (style.display === 'inline') continue
      const frame = parent.getBoundingClientRect()
      if (boxes.some((box) => outside(box, frame, style))) return complain('clipped', parent, text)
    }
    const wide = boxes.some((box) => box.right > width + SLACK || box.left < -SLACK)
    if (wide) complain('outside the screen', element, text)
  }

  const cross = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 * SLACK &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4 * SLACK

  /** What is left of a box inside everything that cuts or scrolls. */
  function cut(box, element) {
    let { left, top, right, bottom } = box
    for (let parent = element; parent && parent !== document.body; parent = parent.parentElement) {
      const style = getComputedStyle(parent)
      if (style.display === 'inline' || style.overflowX + style.overflowY === 'visiblevisible') continue
      const frame = parent.getBoundingClientRect()
      ;[left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)]
      ;[right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)]
    }
    return { left, top, right, bottom }
  }

  function overlapping(all) {
    const shown = all.map(({ element, text, boxes }) => ({
      element, text, layer: layer(element), boxes: boxes.map((box) => cut(box, element)),
    }))
    shown.forEach((one, index) => {
      for (const other of shown.slice(index + 1)) {
        if (one.layer !== other.layer) continue
        if (!one.boxes.some((a) => other.boxes.some((b) => cross(a, b)))) continue
        complain(`overlaps ${quoted(other.text)}`, one.element, one.text)
      }
    })
  }

  /** Controls whose words are no text in the page. */
  function fields() {
    for (const field of document.querySelectorAll('select')) {
      if (field.checkVisibility() && field.scrollWidth > field.clientWidth + SLACK) {
        complain('clipped', field, field.selectedOptions[0]?.text ?? '')
      }
    }
  }

  const raw = new RegExp(`\\b(${groups.join('|')})(\\.[a-z][a-zA-Z_-]*)+\\b|\\{\\w+[,}]|undefined|\\bNaN\\b|\\[object`)
  function unwritten() {
    for (const element of document.body.querySelectorAll('*')) {
      const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data)
      const said = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'].map((name) => element.getAttribute(name) ?? '')
      for (const text of [...own, ...said]) if (raw.test(text)) complain('not written', element, text)
    }
    if (raw.test(document.title)) found.add(`not written: the title ${quoted(document.title)}`)
  }

  const all = texts()
  all.forEach(clipped)
  overlapping(all)
  fields()
  unwritten()
  return [...found]
}
