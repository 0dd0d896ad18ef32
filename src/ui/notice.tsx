import type { ReactNode } from 'react'

interface NoticeProps {
  icon: ReactNode
  title: string
  /** Where it is all there is on the screen, its title is the screen's heading. */
  wholeScreen?: boolean
  text?: string
  /** What the person may do next. */
  children?: ReactNode
}

/** What stands where a part of a screen has nothing to show: empty, failed, not connected. */
export function Notice({ icon, title, wholeScreen = false, text, children }: NoticeProps) {
  const Title = wholeScreen ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center gap-3 px-2 py-6 text-center">
      <span aria-hidden className="text-soft [&>svg]:size-8">
        {icon}
      </span>
      <Title className="text-lg font-bold">{title}</Title>
      {text !== undefined && <p className="max-w-prose text-soft">{text}</p>}
      {children}
    </div>
  )
}
