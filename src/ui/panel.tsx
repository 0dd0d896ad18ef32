import { type ReactNode, useId } from 'react'
import { classes } from './classes'

interface ScreenTitleProps {
  title: string
  aside?: ReactNode
}

export function ScreenTitle({ title, aside }: ScreenTitleProps) {
  return (
    <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-3">
      <h1 className="ground min-w-0 text-3xl font-bold wrap-break-word short:text-2xl">{title}</h1>
      <span className="ground empty:hidden">{aside}</span>
    </div>
  )
}

interface PanelProps {
  title?: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ title, aside, className, children }: PanelProps) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : headingId}
      className={classes('rounded-card border border-line bg-surface p-panel', className)}
    >
      {title !== undefined && (
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <h2 id={headingId} className="text-[min(1.125rem,10vw)] leading-7 font-bold">
            {title}
          </h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}

/** Joins parts with dots, without a dot at the start or end of a line. */
export function Dotted({ parts }: { parts: readonly string[] }) {
  return (
    <span className="block overflow-x-clip">
      {/* Each dot is in its part's left margin, which is clipped at the start of a line. */}
      <span className="-ml-[0.9em] flex flex-wrap">
        {parts.map((part, index) => (
          <span key={part} className="relative pl-[0.9em]">
            <span aria-hidden="true" className="absolute left-0 w-[0.9em] text-center">
              {index > 0 ? ' · ' : ''}
            </span>
            <span>{part}</span>
          </span>
        ))}
      </span>
    </span>
  )
}
