import type { ReactNode } from 'react'

interface ScreenTitleProps {
  title: string
  /** Shown to the right of the title, for example a count. */
  aside?: ReactNode
}

/** The heading of a screen. */
export function ScreenTitle({ title, aside }: ScreenTitleProps) {
  return (
    <div className="mb-4 flex items-baseline justify-between gap-3">
      <h1 className="text-3xl font-bold short:text-2xl">{title}</h1>
      {aside}
    </div>
  )
}
