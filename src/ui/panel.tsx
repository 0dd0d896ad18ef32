import { type ReactNode, useId } from 'react'
import { classes } from './classes'

interface ScreenTitleProps {
  title: string
  /** Shown to the right of the title, for example a count. */
  aside?: ReactNode
}

/** The heading of a screen. */
export function ScreenTitle({ title, aside }: ScreenTitleProps) {
  return (
    <div className="ground mb-4 flex flex-wrap items-baseline justify-between gap-x-3">
      <h1 className="text-3xl font-bold wrap-break-word short:text-2xl">{title}</h1>
      {aside}
    </div>
  )
}

interface PanelProps {
  title?: ReactNode
  /** Shown to the right of the title, for example a count or a link. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A section of a screen with its own heading. */
export function Panel({ title, aside, className, children }: PanelProps) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : headingId}
      className={classes('rounded-card border border-line bg-surface p-5', className)}
    >
      {title !== undefined && (
        <div className="mb-4 flex items-baseline justify-between gap-3">
          <h2 id={headingId} className="text-lg font-bold">
            {title}
          </h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
