import type { ReactNode } from 'react'

interface NoticeProps {
  icon: ReactNode
  title: string
  text?: string
  /** What the person may do next. */
  children?: ReactNode
}

/** What stands where a part of a screen has nothing to show: empty, failed, not connected. */
export function Notice({ icon, title, text, children }: NoticeProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-2 py-6 text-center">
      <span aria-hidden className="text-soft [&>svg]:size-8">
        {icon}
      </span>
      <p className="text-lg font-bold">{title}</p>
      {text !== undefined && <p className="max-w-prose text-soft">{text}</p>}
      {children}
    </div>
  )
}
