import { expect, type Page } from '@playwright/test'

/** CSS pixels: the smallest phone, a phone on its side, and a phone whose text is shown twice as large. */
const TIGHT_VIEWPORTS = [
  { width: 320, height: 568 },
  { width: 640, height: 320 },
  { width: 206, height: 420 },
] as const
const LEAST_TARGET_PX = 48

/**
 * What is wrong with the page's layout in the viewport as it stands, in words. Runs in the page, and must stand alone.
 * @param least the height of what may be pressed (CSS px)
 */
function findMisfits(least: number): string[] {
  const { scrollWidth, clientWidth, clientHeight } = document.documentElement
  const misfits = scrollWidth > clientWidth ? [`the page scrolls sideways by ${scrollWidth - clientWidth} px`] : []
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()}> ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`

  /** For screen readers alone, or not there at all. */
  function isUnseen(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    return width <= 1 || height <= 1 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'

  interface Reach {
    from: number
    to: number
  }
  /** What a frame leaves of a reach on one axis: all of it, itself where one can scroll, nothing where it cuts. */
  function within(reach: Reach, frame: Reach, overflow: string): Reach | null {
    if (overflow === 'visible') return reach
    if (scrolls(overflow)) return frame
    return reach.from < frame.from - 1 || reach.to > frame.to + 1 ? null : reach
  }
  const across = ({ left, right }: DOMRect): Reach => ({ from: left, to: right })
  const down = ({ top, bottom }: DOMRect): Reach => ({ from: top, to: bottom })

  /** Where something cannot be brought to sight; null where it can. */
  function cutOff(element: Element): string | null {
    const box = element.getBoundingClientRect()
    let [x, y] = [across(box), down(box)]
    let fixed = getComputedStyle(element).position === 'fixed'
    for (let above = element.parentElement; above !== null && above !== document.body && !fixed; above = above.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(above)
      const frame = above.getBoundingClientRect()
      const [inX, inY] = [within(x, across(frame), overflowX), within(y, down(frame), overflowY)]
      if (inX === null || inY === null) return `by ${nameOf(above).slice(0, 20)}`
      ;[x, y] = [inX, inY]
      fixed = position === 'fixed'
    }
    if (x.from < -1 || x.to > clientWidth + 1) return 'at the side of the screen'
    // What is fixed cannot be scrolled into sight.
    return fixed && (y.from < -1 || y.to > clientHeight + 1) ? 'above or below the screen' : null
  }

  /** The words in an element itself, not in what it holds. */
  function hasOwnText(element: Element): boolean {
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
  }
  function isInText(element: Element): boolean {
    return getComputedStyle(element).display === 'inline' && element.parentElement !== null && hasOwnText(element.parentElement)
  }

  const pressed = ':is(a[href], button, input, select, textarea, [role^=menuitem]):not([type=hidden])'
  for (const element of document.querySelectorAll('body *')) {
    const isPressed = element.matches(pressed)
    if ((!isPressed && !hasOwnText(element)) || element.closest('svg, script, style, [aria-hidden=true]') !== null) continue
    if (isUnseen(element)) continue
    const cut = cutOff(element)
    if (cut !== null) misfits.push(`cut off ${cut}: ${nameOf(element)}`)
    const { height } = element.getBoundingClientRect()
    // Half a pixel may be lost in a layout of fractions.
    if (isPressed && !isInText(element) && height < least - 0.5) misfits.push(`${Math.round(height)} px high: ${nameOf(element)}`)
  }
  return misfits
}

/**
 * Whatever the screen, nothing sticks out or is cut off, and what may be pressed is large enough for a thumb.
 * The viewport stays as it was.
 */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const viewport of TIGHT_VIEWPORTS) {
    await page.setViewportSize(viewport)
    // What is placed beside something else follows a frame later.
    await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
    const misfits = await page.evaluate(findMisfits, LEAST_TARGET_PX)
    expect.soft(misfits, `what does not fit in ${viewport.width}×${viewport.height}`).toEqual([])
  }
  if (before !== null) await page.setViewportSize(before)
}
