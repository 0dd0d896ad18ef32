import { useCallback, useState } from 'react'

/** Tells whether an element is visible on the screen. Returns a ref for it; before it is mounted it counts as not visible. */
export function useInView(): [ref: (element: HTMLElement) => () => void, inView: boolean] {
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
