import { useEffect } from 'react'
import { toast as show, Toaster } from 'sonner'
import { commonTexts } from '#texts/common'
import { useTheme } from './theme'
import { takeToasts } from './toast'
import { keepToastsClear } from './toast-place'

const DURATION_MS = 2_000
const MOST_VISIBLE = 3
const GAP_PX = 14

export function Toasts() {
  // Subscribes after the toaster's own effect: a message sent before the toaster listens is never shown.
  useEffect(
    () =>
      takeToasts(({ kind, text }) => {
        show[kind](text)
        keepToastsClear(() => show.getToasts().length > 0)
      }),
    [],
  )
  return (
    <Toaster
      theme={useTheme()}
      position="bottom-right"
      richColors
      duration={DURATION_MS}
      visibleToasts={MOST_VISIBLE}
      gap={GAP_PX}
      // Clear of controls and codes where there is room, else at the lower edge, on phones above the bar.
      offset={{ bottom: 'var(--toast-bottom, 1.5rem)', right: '1.5rem' }}
      mobileOffset={{ bottom: 'var(--toast-bottom, var(--above-bottom-bar, 1rem))' }}
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
