import { type RefCallback, useCallback, useState } from 'react'

/** Returns a ref for the element at the end of a list; `onNear` is called each time it comes near the screen. */
export function useWhenNear(onNear: () => void): RefCallback<HTMLElement> {
  return useCallback(
    (end: HTMLElement | null) => {
      if (end === null) return
      const watch = new IntersectionObserver(
        ([entry]) => {
          if (entry?.isIntersecting === true) onNear()
        },
        // Before the end is reached, so that nobody sees the list stop.
        { rootMargin: '800px' },
      )
      watch.observe(end)
      return () => watch.disconnect()
    },
    [onNear],
  )
}

/**
 * Renders a long list in steps: `count` items at first, twice as many more whenever the end of the list comes near the screen.
 * They must be higher than a screen, else the end stays in sight and nothing tells.
 * Unlike a virtual list, everything that was reached stays in the document, so the browser's search and screen readers find it.
 * @returns the number of items to render, and a ref for an element after the last item
 */
export function useListWindow(total: number, count: number): { shown: number; endRef: RefCallback<HTMLElement> } {
  const [limit, setLimit] = useState(count)
  const endRef = useWhenNear(useCallback(() => setLimit((before) => before + 2 * count), [count]))
  return { shown: Math.min(total, limit), endRef }
}
