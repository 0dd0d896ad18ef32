import { useEffect, useRef, useState } from 'react'
import { wantsLessMotion } from '../../ui/media-queries'

const COUNT_MS = 1_200
/** A number is written this often (ms): at every frame, ten of them take more time than the rows that move. */
const STEP_MS = 50

/** A number that counts up or down to its new value; at once for reduced motion. */
export function useCounted(value: number): number {
  const [shown, setShown] = useState(value)
  const from = useRef(value)
  useEffect(() => {
    const start = from.current
    if (start === value) return
    if (wantsLessMotion()) return
    const begun = performance.now()
    let writtenAt = begun
    let frame = requestAnimationFrame(function count(now) {
      const part = Math.min(1, Math.max(0, (now - begun) / COUNT_MS))
      if (part === 1 || now - writtenAt >= STEP_MS) {
        writtenAt = now
        from.current = Math.round(start + (value - start) * (1 - (1 - part) ** 3))
        setShown(from.current)
      }
      if (part < 1) frame = requestAnimationFrame(count)
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  return wantsLessMotion() ? value : shown
}
