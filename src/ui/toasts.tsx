import { useEffect } from 'react'
import { toast as show, Toaster } from 'sonner'
import { commonTexts } from '#i18n/common'
import { useTheme } from './theme'
import { takeToasts } from './toast'

const DURATION_MS = 2_000
const MOST_VISIBLE = 3
const GAP_PX = 14

/** Shows toasts. */
export function Toasts() {
  // After the toaster's own effect: what is told before it listens is never shown.
  useEffect(() => takeToasts(({ kind, text }) => void show[kind](text)), [])
  return (
    <Toaster
      theme={useTheme()}
      position="bottom-right"
      richColors
      duration={DURATION_MS}
      visibleToasts={MOST_VISIBLE}
      gap={GAP_PX}
      // On a phone, above what lies under the thumb.
      mobileOffset={{ bottom: 'var(--clear-of-thumb, 1rem)' }}
      style={{ fontFamily: 'inherit' }}
      // A toast that has the focus shows it by a shadow alone, which forced colours take away.
      // Under a thumb it lets the tap through to what it covers.
      toastOptions={{
        className: 'focus-visible:[outline:3px_solid_var(--color-accent)]! pointer-coarse:pointer-events-none!',
      }}
      containerAriaLabel={commonTexts.notifications}
    />
  )
}
