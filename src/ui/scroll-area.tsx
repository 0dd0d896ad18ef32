import { ScrollArea as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from './classes'

/** How long the bar stays after scrolling, in ms. The thumb's least size (18 px) is the primitive's own. */
const HIDE_DELAY_MS = 600

interface ScrollAreaProps {
  /** What a screen reader calls the area that may be scrolled by keyboard. */
  label: string
  className?: string
  children: ReactNode
}

/** A part of a screen that scrolls by itself, with a bar that shows while it does. */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  return (
    <Radix.Root
      type="scroll"
      scrollHideDelay={HIDE_DELAY_MS}
      className={classes('flex min-h-0 flex-col overflow-hidden', className)}
    >
      <Radix.Viewport
        role="region"
        aria-label={label}
        tabIndex={0}
        className="min-h-0 w-full flex-1 rounded-[inherit] [&>div]:block!"
      >
        {children}
      </Radix.Viewport>
      <Radix.Scrollbar orientation="vertical" className="flex w-2.5 touch-none p-0.5 select-none">
        <Radix.Thumb className="flex-1 rounded-full bg-line" />
      </Radix.Scrollbar>
    </Radix.Root>
  )
}
