import type { ReactNode } from 'react'

/** The content of one phase of writing. */
export interface PhaseView {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: string
  /** What the person should do; `text` describes the state. */
  readonly advice?: string
  readonly tone?: 'warn' | 'danger'
  /** Actions offered to the person. */
  readonly body?: ReactNode
}

const TONES = { warn: 'text-warn', danger: 'text-danger' } as const

/** The frame shared by all phases. It stays mounted while they change, so that screen readers announce each change. */
export function PhaseCard({ icon, title, text, advice, tone, body }: PhaseView) {
  return (
    <section className="flex flex-col gap-5 rounded-card border border-line bg-surface px-5 py-7 text-center">
      <div role="status" className="flex flex-col items-center gap-3">
        <span aria-hidden className={`[&>svg]:size-12 ${tone === undefined ? 'text-accent' : TONES[tone]}`}>
          {icon}
        </span>
        <h2 className="text-2xl leading-tight font-bold">{title}</h2>
        {text !== undefined && <p className="max-w-prose text-pretty text-soft">{text}</p>}
        {advice !== undefined && <p className="max-w-prose text-pretty text-soft">{advice}</p>}
      </div>
      {body !== undefined && <div className="flex flex-col gap-3 sm:flex-row sm:justify-center">{body}</div>}
    </section>
  )
}
