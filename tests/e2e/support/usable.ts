import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test, type ViewportSize } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const plainAxe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/**
 * axe with separate timers: with the timers of a held clock it would wait forever. Its longer
 * timers never run, because they are only time limits.
 */
const axeSource = `((setTimeout) => {${plainAxe}
})((run, delay = 0) => {
  if (delay > 1) return
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => run()
  port2.postMessage(null)
})`

/** Runs axe on the current screen. Returns each broken rule with the elements that break it. */
async function findViolations(
  page: Page,
  options: axe.RunOptions = {},
): Promise<(readonly [string, string[]])[]> {
  // Load axe once per document, because loading takes three times as long as running its rules.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeSource)
  return await page.evaluate(async (options) => {
    if (window.axe === undefined) throw new Error('the page was left before axe could run')
    const { violations } = await window.axe.run(document, {
      ...options,
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const)
  }, options)
}

/** Expects no accessibility violation that axe's rules can find on the current screen. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
}

const DESKTOP = { width: 1280, height: 800 } as const
/** A phone and a desktop, for tasks that an organiser does on both. */
export const WIDTHS = [{ width: 390, height: 844 }, DESKTOP] as const
export const SMALLEST_PHONE = { width: 320, height: 568 } as const
/** The smallest phone, a phone in landscape, and a phone at 200 % zoom (CSS px). */
const TIGHT_VIEWPORTS = [
  SMALLEST_PHONE,
  { width: 640, height: 320 },
  { width: 206, height: 420 },
] as const
/**
 * Wider phones. A word that fits the smallest phone may break on these, which have more in one row.
 */
const USUAL_PHONES = [
  { width: 360, height: 740 },
  { width: 375, height: 667 },
  { width: 412, height: 839 },
] as const
const MIN_TARGET_PX = 48

/**
 * Describes each layout problem of the page at the current viewport. Runs in the page, so it must be self-contained.
 * @param least the minimum height of a touch target (CSS px)
 */
async function findMisfits(least: number): Promise<string[]> {
  // Wait, because anchored elements are repositioned a frame later.
  await new Promise<void>((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done())),
  )
  const { scrollWidth, clientWidth, clientHeight } = document.documentElement
  const misfits =
    scrollWidth > clientWidth
      ? [`the page scrolls sideways by ${scrollWidth - clientWidth} px`]
      : []
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()}> ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`

  /** True for content that is hidden or only for screen readers. */
  function isUnseen(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    if (
      width <= 1 ||
      height <= 1 ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      return true
    const { parentElement: parent } = element
    return parent !== null && getComputedStyle(parent).overflow === 'hidden' && isUnseen(parent)
  }
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'

  interface Reach {
    from: number
    to: number
  }
  /** Clips a range to a container on one axis: visible overflow keeps the range, a scroll container replaces it by its own. Null if cut off. */
  function within(reach: Reach, frame: Reach, overflow: string): Reach | null {
    if (overflow === 'visible') return reach
    if (scrolls(overflow)) return frame
    return reach.from < frame.from - 1 || reach.to > frame.to + 1 ? null : reach
  }
  const across = ({ left, right }: DOMRect): Reach => ({ from: left, to: right })
  const down = ({ top, bottom }: DOMRect): Reach => ({ from: top, to: bottom })

  /** The edge at which an element cannot be scrolled into view; null if it can. */
  function cutOff(element: Element): string | null {
    const box = element.getBoundingClientRect()
    let [x, y] = [across(box), down(box)]
    let fixed = getComputedStyle(element).position === 'fixed'
    for (
      let above = element.parentElement;
      above !== null && above !== document.body && !fixed;
      above = above.parentElement
    ) {
      const { overflowX, overflowY, position } = getComputedStyle(above)
      const frame = above.getBoundingClientRect()
      const [inX, inY] = [within(x, across(frame), overflowX), within(y, down(frame), overflowY)]
      if (inX === null || inY === null) return `by ${nameOf(above).slice(0, 20)}`
      ;[x, y] = [inX, inY]
      fixed = position === 'fixed'
    }
    if (x.from < -1 || x.to > clientWidth + 1) return 'at the side of the screen'
    // Fixed elements cannot be scrolled into view.
    return fixed && (y.from < -1 || y.to > clientHeight + 1) ? 'above or below the screen' : null
  }

  /** True if the element has text outside its child elements. */
  function hasOwnText(element: Element): boolean {
    return [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    )
  }
  function isInText(element: Element): boolean {
    const around = element.parentElement?.textContent?.trim()
    return getComputedStyle(element).display === 'inline' && around !== element.textContent?.trim()
  }

  const pressable =
    ':is(a[href], button, input, select, textarea, [role^=menuitem]):not([type=hidden])'
  for (const element of document.querySelectorAll('body *')) {
    const isPressable = element.matches(pressable)
    if (
      (!isPressable && !hasOwnText(element)) ||
      element.closest('svg, script, style, [aria-hidden=true]') !== null
    )
      continue
    if (isUnseen(element)) continue
    const cut = cutOff(element)
    if (cut !== null) misfits.push(`cut off ${cut}: ${nameOf(element)}`)
    const { height } = element.getBoundingClientRect()
    // Fractional layouts may lose half a pixel.
    if (isPressable && !isInText(element) && height < least - 0.5)
      misfits.push(`${Math.round(height)} px high: ${nameOf(element)}`)
  }
  return misfits
}

/**
 * Describes layout problems that `findMisfits` does not see: signs higher than their header, some
 * of whose text only the style sheet writes, and dialogs that scroll sideways. Runs in the page.
 */
function findOverflows(): string[] {
  const startOf = (element: Element) => (element.textContent ?? '').trim().slice(0, 40)
  const heightOf = (element: Element | null) => element?.getBoundingClientRect().height ?? 0
  const signs = [...document.querySelectorAll('header [data-sign]')]
    .filter((sign) => heightOf(sign) > heightOf(sign.closest('header')))
    .map((sign) => `higher than its header: ${startOf(sign)}`)
  const sideways = [...document.querySelectorAll('dialog, dialog :not(.overflow-x-auto)')]
    .filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowX),
    )
    .map((element) => `scrolls sideways: ${startOf(element)}`)
  return [...signs, ...sideways]
}

/**
 * Describes each word of at most 15 letters that is split over two lines, and each line that begins
 * with a dot between facts. Longer words need hyphenation, which this browser lacks for Croatian.
 * People's names may have any length; journeys put digits between their letters, so that this
 * function finds no word in them. Addresses may break anywhere.
 */
function findBrokenLines(): string[] {
  function boxesOf(node: Node, from: number, to: number): DOMRect[] {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    return [...range.getClientRects()]
  }
  /** The block whose lines contain a text. */
  function blockOf(node: Node): Element | null {
    let block = node.parentElement
    while (block !== null && getComputedStyle(block).display === 'inline')
      block = block.parentElement
    return block
  }
  interface Letter {
    readonly node: Node
    readonly at: number
  }
  /** True if a dot is in a lower line than the letter before it. */
  function beginsLine(dot: Letter, before: Letter | null): boolean {
    if (before === null || blockOf(before.node) !== blockOf(dot.node)) return false
    const [letter] = boxesOf(before.node, before.at, before.at + 1)
    const [own] = boxesOf(dot.node, dot.at, dot.at + 1)
    return letter !== undefined && own !== undefined && own.top >= letter.bottom - 1
  }
  function splitWordsOf(node: Node, text: string): string[] {
    return [...text.matchAll(/[^\s\d-]{2,}|(?<![\p{L}\d])\d{2,}/gu)]
      .filter(({ 0: word, index }) => {
        if (word.length > 15) return false
        const tops = boxesOf(node, index, index + word.length).map(({ top }) => Math.round(top))
        return new Set(tops).size > 1
      })
      .map(([word]) => word)
  }
  const broken: string[] = []
  /** The last letter of the texts so far. */
  let last: Letter | null = null
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const around = node.parentElement
    // Text only for screen readers is in a box of one pixel.
    if (around?.checkVisibility() !== true || around.getBoundingClientRect().width <= 1) continue
    // Blank out addresses, so that every other word keeps its position.
    const text = (node.textContent ?? '').replaceAll(/\S*[@/]\S*/g, (address) =>
      ' '.repeat(address.length),
    )
    const faults = splitWordsOf(node, text)
    for (const { index } of text.matchAll(/·/g)) {
      const end = text.slice(0, index).trimEnd().length
      const before: Letter | null = end > 0 ? { node, at: end - 1 } : last
      if (beginsLine({ node, at: index }, before)) faults.push('a dot at the start of a line')
    }
    const length = text.trimEnd().length
    if (length > 0) last = { node, at: length - 1 }
    broken.push(...faults.map((fault) => `${fault} in ${around.outerHTML.slice(0, 120)}`))
  }
  return broken
}

/**
 * Expects that at each of these viewports nothing overflows or is cut off, touch targets are large enough, and on no phone a word
 * breaks or a line begins with a dot. Restores the viewport.
 */
export async function expectFits(
  page: Page,
  viewports: readonly ViewportSize[] = TIGHT_VIEWPORTS,
): Promise<void> {
  const before = page.viewportSize()
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    const size = `${viewport.width}×${viewport.height}`
    const misfits = await page.evaluate(findMisfits, MIN_TARGET_PX)
    misfits.push(...(await page.evaluate(findOverflows)))
    expect.soft(misfits, `elements that do not fit in ${size}`).toEqual([])
    if (viewport.width < SMALLEST_PHONE.width) continue
    expect.soft(await page.evaluate(findBrokenLines), `lines that break in ${size}`).toEqual([])
  }
  if (before !== null) await page.setViewportSize(before)
}

/** A small and a usual phone whose owner has set the text to twice its size. */
const LARGE_TEXT_VIEWPORTS = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
] as const

/** Expects the same as `expectFits` with text of twice its size. */
export async function expectLargeTextFits(page: Page): Promise<void> {
  const setSize = (size: string) =>
    page.evaluate((value) => {
      document.documentElement.style.fontSize = value
    }, size)
  await setSize('200%')
  await expectFits(page, LARGE_TEXT_VIEWPORTS)
  await setSize('')
}

/**
 * Switches the theme without a reload, as if it had been chosen in another tab, and waits until the
 * colours have changed.
 */
async function showTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('geek-theme', newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: 'geek-theme', newValue }))
  }, theme)
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' })
  await page.evaluate(async () => {
    const isEndless = ({ effect }: Animation) =>
      effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
    const ending = document.getAnimations().filter((animation) => !isEndless(animation))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

const PICTURE_SIZES = {
  phone: { width: 412, height: 839 },
  'phone-375': { width: 375, height: 667 },
  'small-phone': SMALLEST_PHONE,
  desktop: DESKTOP,
  'large-desktop': { width: 1920, height: 1080 },
} as const

/** Saves pictures in both themes: the whole screen and, on phones, its first view; with an overlay open, only the first view. */
async function takePictures(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  const isCovered = (await page.locator('dialog, [data-moment]').count()) > 0
  // Hide toasts, which come and go by timers. The sheet is constructed, because the page's CSP refuses a style element.
  const noToasts = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('[data-sonner-toaster] { display: none }')
    document.adoptedStyleSheets.push(sheet)
    return sheet
  })
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(page, theme)
    for (const [size, viewport] of Object.entries(PICTURE_SIZES)) {
      await page.setViewportSize(viewport)
      const path = `screens/${name}.${size}.${theme}`
      await page.screenshot({ path: `${path}.png`, fullPage: !isCovered, animations: 'disabled' })
      if (!isCovered && !size.endsWith('desktop'))
        await page.screenshot({ path: `${path}.first.png`, animations: 'disabled' })
    }
  }
  await noToasts.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  })
  if (before !== null) await page.setViewportSize(before)
}

const takesPictures = () => test.info().project.name === 'pictures'
/** Set before a release, to check every state in both themes. */
const EVERY_SCREEN = process.env.EVERY_SCREEN !== undefined

/**
 * Expects no accessibility violation of a screen in this state, and that it fits the tightest
 * viewports. The project `pictures` instead saves pictures of it under this name.
 */
export async function expectUsable(
  page: Page,
  name: string,
  viewports: readonly ViewportSize[] = TIGHT_VIEWPORTS,
): Promise<void> {
  if (takesPictures()) return await takePictures(page, name)
  await expectAccessible(page)
  if (EVERY_SCREEN) {
    const theme = await page.locator('html').getAttribute('data-theme')
    await showTheme(page, 'light')
    expect(
      await findViolations(page, { runOnly: ['color-contrast'] }),
      'violations in the light theme',
    ).toEqual([])
    await showTheme(page, theme === 'light' ? 'light' : 'dark')
    await expectFits(page, USUAL_PHONES)
  }
  await expectFits(page, viewports)
}

/** Expects the same as `expectUsable`, and that the screen fits a desktop. */
export async function expectGoodOnPhoneAndDesktop(page: Page, name: string): Promise<void> {
  await expectUsable(page, name, [...TIGHT_VIEWPORTS, DESKTOP])
}

/**
 * Checks a screen in a journey that runs at each of `WIDTHS`: on the phone like
 * `expectGoodOnPhoneAndDesktop`, on the desktop only that the screen fits.
 */
export async function expectGoodAtEachWidth(page: Page, name: string): Promise<void> {
  if (page.viewportSize()?.width !== DESKTOP.width) await expectGoodOnPhoneAndDesktop(page, name)
  else if (!takesPictures()) await expectFits(page, [DESKTOP])
}

/** Checks a state only before a release and for pictures, because it resembles a checked state. */
export async function checkState(page: Page, name: string): Promise<void> {
  if (EVERY_SCREEN || takesPictures()) await expectUsable(page, name)
}
