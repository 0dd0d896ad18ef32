import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from './classes'

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:bg-accent/90 disabled:bg-raised disabled:text-soft',
  secondary: 'bg-raised text-ink border border-edge hover:border-soft disabled:text-soft',
  danger: 'bg-danger text-on-danger hover:bg-danger/90 disabled:bg-raised disabled:text-soft',
  quiet: 'text-soft hover:text-ink underline-offset-4 hover:underline',
} as const

const SHAPE =
  'inline-flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-control px-5 py-2.5 text-center font-semibold transition-colors disabled:cursor-default'

/** The class names of a button, for links that look like one. */
export function buttonLook(look: keyof typeof LOOKS = 'primary'): string {
  return classes(SHAPE, LOOKS[look])
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOKS
  /** What it asked for is under way: it stays where it is and cannot be pressed again. */
  busy?: boolean
}

export function Button({ look = 'primary', busy = false, className, children, disabled, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={busy || disabled}
      aria-busy={busy || undefined}
      className={classes(buttonLook(look), className)}
    >
      {busy && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
      {children}
    </button>
  )
}
