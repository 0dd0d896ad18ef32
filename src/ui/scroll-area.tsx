import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from './classes'

/** How long the scrollbar stays visible after scrolling, in ms. */
const HIDE_DELAY_MS = 600
const LEAST_THUMB_PX = 18

interface ScrollAreaProps {
  /** The accessible name. */
  label: string
  className?: string
  children: ReactNode
}

/** Length and position of the scrollbar's thumb, in px. */
function thumbOf({ clientHeight, scrollHeight, scrollTop }: HTMLElement): { readonly length: number; readonly top: number } {
  const length = Math.max(LEAST_THUMB_PX, (clientHeight * clientHeight) / scrollHeight)
  return { length, top: ((clientHeight - length) * scrollTop) / (scrollHeight - clientHeight) }
}

/**
 * A scrollable section whose scrollbar shows only while scrolling. It isn't focusable: the keyboard scrolls it by moving
 * the focus inside.
 */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  const thumb = useRef<HTMLDivElement>(null)
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hiding.current), [])

  function show(area: HTMLElement): void {
    const bar = thumb.current
    if (bar === null) return
    const { length, top } = thumbOf(area)
    bar.style.height = `${length}px`
    bar.style.transform = `translateY(${top}px)`
    bar.hidden = false
    clearTimeout(hiding.current)
    hiding.current = setTimeout(() => {
      bar.hidden = true
    }, HIDE_DELAY_MS)
  }
  return (
    <div className={classes('relative flex min-h-0 flex-col', className)}>
      <section
        aria-label={label}
        onScroll={(event) => show(event.currentTarget)}
        className="min-h-0 flex-1 overflow-y-auto rounded-[inherit] [scrollbar-width:none]"
      >
        {children}
      </section>
      <div ref={thumb} hidden aria-hidden className="pointer-events-none absolute top-0 right-0.5 w-1.5 rounded-full bg-edge" />
    </div>
  )
}
