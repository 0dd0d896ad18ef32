import type { ReactNode } from 'react'

interface NoticeProps {
  icon: ReactNode
  title: string
  /** True when the notice is the whole screen: its title becomes the `h1`. */
  wholeScreen?: boolean
  text?: string
  children?: ReactNode
}

/** Placeholder for content that is empty, failed to load or needs a connection. */
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
