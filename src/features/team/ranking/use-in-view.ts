import { type RefCallback, useCallback, useState } from 'react'

/**
 * Tells whether an element is visible on the screen. Returns a ref for it; before it is mounted it counts as not visible. Pass that ref on as it
 * is: wrapped in a function of each render it would be taken off and put on again by its own change, in every frame.
 */
export function useInView(): [ref: RefCallback<HTMLElement>, inView: boolean] {
  const [inView, setInView] = useState(false)
  const ref = useCallback((element: HTMLElement) => {
    const watch = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true))
    watch.observe(element)
    return () => {
      watch.disconnect()
      setInView(false)
    }
  }, [])
  return [ref, inView]
}
