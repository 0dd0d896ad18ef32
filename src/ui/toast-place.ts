/** A vertical range (px from the top of the viewport). */
export interface Range {
  readonly top: number
  readonly bottom: number
}

/** The bottom of the lowest gap of at least `height` between `taken` ranges within `frame`; null if there is none. */
export function lowestGap(taken: readonly Range[], frame: Range, height: number): number | null {
  let bottom = frame.bottom
  for (const range of [...taken].sort((a, b) => b.bottom - a.bottom)) {
    if (range.top >= bottom) continue
    if (bottom - Math.max(range.bottom, frame.top) >= height) return bottom
    bottom = Math.min(bottom, range.top)
  }
  return bottom - frame.top >= height ? bottom : null
}

/** What a toast must not cover: controls and QR codes. */
const KEPT_CLEAR = ':is(a[href], button, input, select, textarea, [role=img]):not([aria-hidden=true])'
/** A toast of two lines and its margin (px). */
const TOAST_HEIGHT = 88
const MARGIN = 16
/** A toast's width with its margins (px); on a narrower screen it takes the whole width. */
const TOAST_WIDTH = 404
/** Up to this width sonner lays toasts out over the whole width (px). */
const PHONE_WIDTH = 600

/** The distance of toasts from the lower edge, above their own margin (px); null where the style sheet's default holds. */
let place: number | null = null

/** What toasts must not cover, in the layer on top, and the part of the screen that they may take. */
function readScreen(): { frame: Range; taken: Range[] } {
  const { innerHeight: height, innerWidth: width } = window
  const layer = [...document.querySelectorAll('[data-layer]')].at(-1)
  const header = layer === undefined ? document.querySelector('header') : null
  const bar = layer === undefined ? document.querySelector('[data-bottom-bar]')?.getBoundingClientRect() : undefined
  const frame = {
    top: Math.max(0, header?.getBoundingClientRect().bottom ?? 0),
    bottom: bar === undefined || bar.height === 0 ? height : bar.top,
  }
  const left = width <= PHONE_WIDTH ? 0 : width - TOAST_WIDTH
  const taken = [...(layer ?? document.body).querySelectorAll(KEPT_CLEAR)]
    .filter((element) => element.closest('[data-bottom-bar], [data-above-layers]') === null)
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.width > 1 && box.right > left && box.bottom > frame.top && box.top < frame.bottom)
  return { frame, taken }
}

/**
 * Places toasts in the lowest gap between controls and QR codes. Toasts that cover none of them stay where they are. Where the
 * screen has no gap, the style sheet's default holds.
 */
function placeToasts(): void {
  const { frame, taken } = readScreen()
  const { innerHeight: height } = window
  if (place !== null) {
    const [top, bottom] = [height - place - TOAST_HEIGHT, height - place]
    const isInFrame = top >= frame.top && bottom <= frame.bottom
    if (isInFrame && !taken.some((range) => range.top < bottom && range.bottom > top)) return
  }
  const gap = lowestGap(taken, frame, TOAST_HEIGHT)
  place = gap === null ? null : Math.round(height - gap)
  const { style } = document.documentElement
  if (place === null) style.removeProperty('--toast-bottom')
  else style.setProperty('--toast-bottom', `${place + MARGIN}px`)
}

let watching = false

/** Places toasts, and again while any is shown and the screen under them changes or scrolls. */
export function keepToastsClear(anyShown: () => boolean): void {
  if (watching) return
  watching = true
  place = null
  placeToasts()
  let frame = 0
  const observer = new MutationObserver(placeAgain)
  function placeAgain(): void {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      if (anyShown()) {
        placeToasts()
        return
      }
      observer.disconnect()
      window.removeEventListener('resize', placeAgain)
      window.removeEventListener('scroll', placeAgain, { capture: true })
      watching = false
    })
  }
  observer.observe(document.body, { childList: true, subtree: true })
  // A phone that is turned: what was a gap may lie outside the screen.
  window.addEventListener('resize', placeAgain)
  // Captured: scroll events of a scroll area do not bubble.
  window.addEventListener('scroll', placeAgain, { capture: true, passive: true })
}
