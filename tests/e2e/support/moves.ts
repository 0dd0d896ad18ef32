import type { Page } from '@playwright/test'

/**
 * The record of a page since it showed a kept screen: the stored copy that precedes the app's own
 * (decision 0021).
 */
interface Moves {
  readonly keptFrames: number
  /** Frames that showed the app's own screen. */
  readonly ownFrames: number
  /** Controls, headings and codes that a later frame showed at another place or not at all, and layout shifts. */
  readonly moved: readonly string[]
  /** How many elements were watched. */
  readonly watched: number
}

/** Records the places of the main elements in each frame of pages opened from now on, before the frame is painted. */
export async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moves = { keptFrames: 0, ownFrames: 0, moved: [] as string[], watched: 0 }
    Object.assign(window, { moves })
    const LEAST_PX = 1
    const WATCHED = ['h1', 'h2', 'img[alt]', 'button', 'input', 'a[href]', '[data-points]']
    /**
     * The place of each element by its kind and text; ' again' tells elements of one name apart.
     */
    const placesIn = (root: HTMLElement) => {
      const places = new Map<string, readonly number[]>()
      for (const element of root.querySelectorAll<HTMLElement>(WATCHED.join())) {
        if (!element.checkVisibility()) continue
        const label = element.getAttribute('aria-label') ?? element.getAttribute('alt')
        let name = `${element.tagName} ${label ?? element.textContent.trim()}`
        while (places.has(name)) name += ' again'
        const { x, y, width, height } = element.getBoundingClientRect()
        places.set(name, [x, y, width, height])
      }
      return places
    }
    const hasMoved = (from: readonly number[], to: readonly number[]) =>
      to.some((value, side) => Math.abs(value - (from[side] ?? 0)) > LEAST_PX)
    let stood = new Map<string, readonly number[]>()
    const compare = (places: typeof stood) => {
      for (const [name, from] of stood) {
        const to = places.get(name)
        if (to === undefined) moves.moved.push(`${name} is gone`)
        else if (hasMoved(from, to))
          moves.moved.push(
            `${name}: ${from.map(Math.round).join()} to ${to.map(Math.round).join()}`,
          )
      }
      stood = places
      moves.watched = Math.max(moves.watched, places.size)
    }
    const look = () => {
      requestAnimationFrame(look)
      const root = document.getElementById('root')
      if (root === null || document.readyState === 'loading') return
      if (root.querySelector('[data-screen=kept]')?.checkVisibility() === true)
        moves.keptFrames += 1
      else if (moves.keptFrames > 0) moves.ownFrames += 1
      if (moves.keptFrames === 0) return
      compare(placesIn(root))
    }
    requestAnimationFrame(look)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry) moves.moved.push(`a layout shift of ${String(entry.value)}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export async function movesOf(page: Page): Promise<Moves> {
  return await page.evaluate(() => (window as unknown as { moves: Moves }).moves)
}
