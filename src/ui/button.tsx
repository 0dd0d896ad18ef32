import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from './classes'

const VARIANTS = {
  primary:
    'bg-accent text-on-accent hover:bg-accent/90 disabled:bg-raised disabled:text-soft aria-disabled:bg-raised aria-disabled:text-soft forced-colors:border',
  secondary:
    'bg-raised text-ink border border-edge hover:border-soft disabled:text-soft aria-disabled:text-soft',
  danger:
    'bg-danger text-on-danger hover:bg-danger/90 disabled:bg-raised disabled:text-soft aria-disabled:bg-raised aria-disabled:text-soft forced-colors:border',
  quiet: 'text-soft hover:text-ink underline-offset-4 hover:underline',
} as const

const SHAPE =
  'inline-flex min-h-12 max-w-full cursor-pointer items-center justify-center gap-2 rounded-control px-press py-2.5 text-center font-semibold transition-colors disabled:cursor-default aria-disabled:cursor-default forced-colors:aria-disabled:border-[GrayText] forced-colors:aria-disabled:text-[GrayText]'

/** The class names of a button, for links styled as one. */
export function buttonClasses(variant: keyof typeof VARIANTS = 'primary'): string {
  return classes(SHAPE, VARIANTS[variant])
}

/** The class names of a standalone link in a text or below a form. */
export const linkClasses =
  'inline-block py-3 font-semibold text-accent underline underline-offset-4'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof VARIANTS
  icon?: LucideIcon
  /** The action is in progress: the button keeps its place and ignores clicks. */
  busy?: boolean
  /** Ignores taps at first, because it may appear where another control was. */
  arrives?: boolean
}

export function Button({
  variant = 'primary',
  icon: Icon,
  busy = false,
  arrives = false,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      // Not `disabled`: that would drop the focus of the person who just pressed the button.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(buttonClasses(variant), arrives && 'settles', className)}
    >
      {busy && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
      {Icon && <Icon aria-hidden className="size-5 shrink-0" />}
      {children}
    </button>
  )
}
