import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '../../ui/classes'

interface MomentProps {
  /** The element that will contain the message, above everything else. */
  layer: Element
  /** The message for screen readers. */
  text: string
  className: string
  children: ReactNode
}

/**
 * A message over the whole screen, large enough for a team around one phone. A tap anywhere ends it
 * (`useAutoDismiss`), so its button has no handler.
 */
export function Moment({ layer, text, className, children }: MomentProps): ReactNode {
  // Mounted empty first: screen readers announce only changes of an existing live region.
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const frame = requestAnimationFrame(() => setAnnounced(text))
    return () => cancelAnimationFrame(frame)
  }, [text])
  return createPortal(
    <div data-moment className="fixed inset-0 z-40">
      <p role="status" className="sr-only">
        {announced}
      </p>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        className={classes(
          'flex size-full animate-arrive cursor-default flex-col items-center justify-center overflow-hidden p-4 text-center landscape:flex-row',
          className,
        )}
      >
        {children}
      </button>
    </div>,
    layer,
  )
}
