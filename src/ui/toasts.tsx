import { useEffect } from 'react'
import { toast as show, Toaster } from 'sonner'
import { commonTexts } from '#i18n/common'
import { useTheme } from './theme'
import { takeToasts } from './toast'

const DURATION_MS = 2_000
const MOST_VISIBLE = 3
const GAP_PX = 14

export function Toasts() {
  // Subscribes after the toaster's own effect: a message sent before the toaster listens is never shown.
  useEffect(() => takeToasts(({ kind, text }) => void show[kind](text)), [])
  return (
    <Toaster
      theme={useTheme()}
      position="bottom-right"
      richColors
      duration={DURATION_MS}
      visibleToasts={MOST_VISIBLE}
      gap={GAP_PX}
      // On phones, above the controls at the lower edge.
      mobileOffset={{ bottom: 'var(--above-bottom-bar, 1rem)' }}
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
