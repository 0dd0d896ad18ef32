import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { awardTexts } from '#texts/booth'
import { commonTexts } from '#texts/common'
import { scanTexts } from '#texts/scan'
import { sessionTexts } from '#texts/session'
import { Button, buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'

export interface ScanView {
  readonly icon: ReactNode
  /** A label above the title, such as the kind of tag. */
  readonly kind?: string
  readonly title: string
  readonly text?: string
  /** True when points were won: the title is their number. */
  readonly won?: boolean
  readonly body?: ReactNode
}

/** The frame shared by all states. It stays mounted while they change, so that screen readers announce each change. */
export function ScanFrame({ icon, kind, title, text, won = false, body }: ScanView) {
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-11.5rem)] max-w-xl flex-col justify-center">
      <section
        className={classes(
          'flex flex-col gap-6 rounded-card border bg-surface px-5 py-7 text-center',
          won ? 'border-accent/60 shadow-[0_0_4rem_-1.5rem_var(--color-halo)]' : 'border-line',
        )}
      >
        <div role="status" className="flex flex-col items-center gap-3">
          <span aria-hidden className={classes('[&>svg]:size-12', won ? 'text-accent' : 'text-soft')}>
            {icon}
          </span>
          {kind !== undefined && <p className="font-medium text-soft">{kind}</p>}
          <h1
            className={
              won
                ? 'animate-arrive text-5xl leading-tight font-bold text-accent tabular-nums'
                : 'text-2xl leading-tight font-bold'
            }
          >
            {title}
          </h1>
          {text !== undefined && <p className="max-w-prose text-soft">{text}</p>}
        </div>
        {body !== undefined && <div className="flex flex-col gap-4">{body}</div>}
      </section>
    </div>
  )
}

export function ToCard({ text = sessionTexts.myCard }: { text?: string | undefined }) {
  return (
    <Link to="/player" className={buttonClasses()}>
      {text}
    </Link>
  )
}

export function ToBoard({ variant }: { variant?: 'secondary' }) {
  return (
    <Link to="/vendor" className={buttonClasses(variant)}>
      {awardTexts.toBoard}
    </Link>
  )
}

export function ToStart() {
  return (
    <Link to="/" className={buttonClasses('secondary')}>
      {scanTexts.toStart}
    </Link>
  )
}

interface RetryProps {
  variant?: 'secondary'
  busy?: boolean
  onRetry: () => void
}

export function Retry({ variant, busy = false, onRetry }: RetryProps) {
  return (
    <Button icon={RotateCw} variant={variant ?? 'primary'} busy={busy} onClick={onRetry}>
      {commonTexts.retry}
    </Button>
  )
}
