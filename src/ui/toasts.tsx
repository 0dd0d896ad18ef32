import { useEffect } from 'react'
import { toast as show, Toaster } from 'sonner'
import { commonTexts } from '#texts/common'
import { useWideScreen } from './media-queries'
import { useTheme } from './theme'
import { takeToasts } from './toast'

const DURATION_MS = 2_000
const MOST_VISIBLE = 3
const GAP_PX = 14
/** On a phone toasts lie over the header, where they cover no points, field, code or button that a thumb needs. */
const OVER_HEADER = { top: 'calc(env(safe-area-inset-top) + 0.375rem)' }
const IN_CORNER = { bottom: '1.5rem', right: '1.5rem' }

export function Toasts() {
  const isWide = useWideScreen()
  // Subscribes after the toaster's own effect: a message sent before the toaster listens is never shown.
  useEffect(() => takeToasts(({ kind, text }) => show[kind](text)), [])
  return (
    <Toaster
      theme={useTheme()}
      position={isWide ? 'bottom-right' : 'top-right'}
      richColors
      duration={DURATION_MS}
      visibleToasts={MOST_VISIBLE}
      gap={GAP_PX}
      offset={isWide ? IN_CORNER : OVER_HEADER}
      mobileOffset={OVER_HEADER}
      style={{ fontFamily: 'inherit' }}
      // sonner marks a focused toast only with a shadow, which forced colours remove. On touch screens, taps pass through a
      // toast to the control it covers.
      toastOptions={{
        className: 'focus-visible:[outline:3px_solid_var(--color-accent)]! pointer-coarse:pointer-events-none!',
      }}
      containerAriaLabel={commonTexts.notifications}
    />
  )
}
