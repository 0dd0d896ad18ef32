import { useEffect, useState } from 'react'

const COUNT = 20
/**
 * Start the meteors this long (ms) after the first screen, when the app is ready: without a
 * graphics card, they take half a processor.
 */
const BEGIN_AFTER_MS = 4_000

/** True once started: later screens show them at once. */
let haveBegun = false

/** Low-discrepancy numbers in [0, 1): multiples of an irrational number keep neighbours apart. */
const spread = (index: number, step: number) => (index * step) % 1

/** Position and speed of each meteor. Negative delays start each one mid-flight. */
const METEORS = Array.from({ length: COUNT }, (_, index) => {
  const seconds = 8 + Math.round(6 * spread(index, 0.7549))
  return {
    left: `${Math.round(100 * spread(index, 0.618)) - 45}vmax`,
    top: `${Math.round(50 * spread(index, 0.5698)) - 30}vmax`,
    animationDelay: `${(-seconds * spread(index, 0.4142)).toFixed(2)}s`,
    animationDuration: `${seconds}s`,
  }
})

/**
 * Decorative meteors behind a screen; hidden for reduced motion, and faint in the light theme,
 * where they look like scratches.
 */
export function Meteors() {
  const [isShown, setIsShown] = useState(haveBegun)
  useEffect(() => {
    const timer = setTimeout(() => {
      haveBegun = true
      setIsShown(true)
    }, BEGIN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  // Not in prerendered screens: they would delay the first paint.
  if (typeof document === 'undefined') return null
  return (
    <div
      data-passing
      aria-hidden="true"
      hidden={!isShown}
      className="pointer-events-none fixed inset-0 -z-10 overflow-hidden print:hidden transition-opacity duration-1000 light:opacity-40 starting:opacity-0"
    >
      {isShown &&
        METEORS.map((style) => (
          <span
            key={style.left + style.top}
            style={style}
            className="absolute h-0.5 w-36 animate-meteor rounded-full bg-linear-to-r from-ink via-soft/50 to-transparent opacity-0 motion-reduce:hidden"
          />
        ))}
    </div>
  )
}
