import { wantsLessMotion } from '../../ui/device-screen'
import { FLIGHT_MS } from './arrival'

/** The number on the card, into which arriving points fly. */
const TARGET = 'article [data-points]'

/**
 * Makes a copy of a disappearing element fly into the card's number, if there is one. Does nothing
 * for reduced motion.
 */
export function flyIntoPoints(element: HTMLElement, layer: Element): void {
  const target = document.querySelector(TARGET)?.getBoundingClientRect()
  if (target === undefined || wantsLessMotion()) return
  const { left, top, width, height } = element.getBoundingClientRect()
  const copy = element.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return
  copy.setAttribute('aria-hidden', 'true')
  Object.assign(copy.style, {
    position: 'fixed',
    zIndex: '40',
    margin: '0',
    minWidth: '0',
    pointerEvents: 'none',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  })
  layer.append(copy)
  const [x, y] = [
    target.left + target.width / 4 - (left + width / 2),
    target.top + target.height / 2 - (top + height / 2),
  ]
  copy
    .animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translate(${x}px, ${y}px) scale(0.15)`, opacity: 0.8 },
      ],
      { duration: FLIGHT_MS, easing: 'ease-in' },
    )
    .finished.catch(() => undefined)
    .finally(() => copy.remove())
}
