import type { Page } from '@playwright/test'

/** A record of everything that a page has shown since it was opened. */
interface Paints {
  /** Frames without logo or screen after the document was parsed. Before that, there may be nothing to show. */
  readonly emptyFrames: number
  /** Frames that showed a kept card from the document. */
  readonly keptFrames: number
  readonly shifts: readonly { readonly value: number; readonly moved: readonly string[] }[]
  /** Every text that was shown, in order. */
  readonly texts: readonly string[]
  /** The first frame with content: its text, and whether it had a QR code. */
  readonly first: { readonly text: string; readonly hasCode: boolean }
}

/** Records each frame of pages opened from now on, before it is painted. */
export async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const paints = {
      emptyFrames: 0,
      keptFrames: 0,
      shifts: [] as unknown[],
      texts: [] as string[],
      first: null as unknown,
    }
    Object.assign(window, { paints })
    const isSeen = (selector: string) =>
      document.querySelector(`#root ${selector}`)?.checkVisibility() === true
    const noteFirst = (root: HTMLElement, isParsed: boolean) => {
      // On a busy machine a frame may be painted before the parser has reached the QR code.
      if (!isParsed && root.querySelector('img[alt^="QR kod"]') === null) return
      paints.first ??= { text: root.innerText, hasCode: isSeen('img[alt^="QR kod"]') }
    }
    const look = () => {
      const root = document.getElementById('root')
      const isParsed = document.readyState !== 'loading'
      if (isParsed && root?.querySelector('svg, h1') == null) paints.emptyFrames += 1
      if (isSeen('[data-screen=kept]')) paints.keptFrames += 1
      const text = root?.innerText ?? ''
      if (text !== '' && text !== paints.texts.at(-1)) paints.texts.push(text)
      if (root?.firstElementChild) noteFirst(root, isParsed)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    interface Source {
      readonly node: Node | null
      readonly previousRect: DOMRectReadOnly
      readonly currentRect: DOMRectReadOnly
    }
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join()
    const nameOf = ({ node, previousRect, currentRect }: Source) =>
      `${node?.nodeName} '${node?.textContent?.slice(0, 40)}' ${placeOf(previousRect)} to ${placeOf(currentRect)}`
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry && 'hadRecentInput' in entry) || entry.hadRecentInput) continue
        const sources = 'sources' in entry ? (entry.sources as readonly Source[]) : []
        paints.shifts.push({ value: entry.value, moved: sources.map(nameOf) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Waits until the open page has shown something, and returns its record so far. */
export async function paintsOf(page: Page): Promise<Paints> {
  const seen = await page.waitForFunction(() => {
    const { paints } = window as unknown as { paints: Paints | { first: null } }
    return paints.first === null ? null : paints
  })
  // `waitForFunction` never resolves with null.
  return (await seen.jsonValue()) as Paints
}
