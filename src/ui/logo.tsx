import { commonTexts } from '#texts/common'
import { classes } from './classes'

/**
 * The logo: a hexagonal token with a G. With `tracing`, its outline is drawn repeatedly as a
 * loading animation.
 */
export function Logo({ tracing = false, className }: { tracing?: boolean; className?: string }) {
  const line = classes(tracing && 'animate-trace')
  return (
    <svg viewBox="0 0 64 64" fill="none" aria-hidden="true" className={className}>
      <path
        d="M32 6 54 18.7v26.6L32 58 10 45.3V18.7z"
        className={classes('stroke-accent', line)}
        strokeWidth="4"
        strokeLinejoin="round"
        strokeDasharray={tracing ? 153 : undefined}
      />
      <path
        d="M41.5 25A11.5 11.5 0 1 0 43.5 32H34"
        className="stroke-ink"
        strokeWidth="4.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** The logo as a loading animation with a text. */
export function LogoProgress({ text }: { text: string }) {
  return (
    <div role="status" className="flex flex-col items-center gap-4 py-6 text-center">
      <Logo tracing className="size-20" />
      <p className="text-lg font-bold">{text}</p>
    </div>
  )
}

export function LogoLoader() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center">
      <Logo tracing className="size-24" />
      <span className="sr-only">{commonTexts.loading}</span>
    </div>
  )
}
