import { useEffect } from 'react'
import { toast as show, Toaster } from 'sonner'
import { commonTexts } from '#texts/common'
import { useWideScreen } from './device-screen'
import { useTheme } from './theme'
import { registerToaster } from './toast'

const DURATION_MS = 2_000
const MAX_VISIBLE = 3
const GAP_PX = 14
const CORNER_OFFSET = { bottom: '1.5rem', right: '1.5rem' }
/** On a phone, toasts are above the bar, or over the header if they would cover a code or field. */
const ON_PHONE = {
  top: 'calc(env(safe-area-inset-top) + 0.375rem)',
  bottom: 'calc(env(safe-area-inset-bottom) + 4.75rem)',
}
/** Elements that no toast may cover: codes, fields and points. */
const NEVER_COVERED = ':is(main, dialog) :is(input, textarea, img, [role=img], [data-points])'
/** The height of the bar and a two-line toast (rem). */
const BAND_REM = 9.5

function isClearAboveBar(): boolean {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const top = window.innerHeight - BAND_REM * rem
  return ![...document.querySelectorAll(NEVER_COVERED)].some((element) => {
    const box = element.getBoundingClientRect()
    return box.width > 1 && box.bottom > top && box.top < window.innerHeight
  })
}

export function Toasts() {
  const isWide = useWideScreen()
  // This effect runs after the toaster's own: a message sent before the toaster listens would never
  // be shown.
  useEffect(
    () =>
      registerToaster(({ kind, text }) => {
        // With the text as its id, a toast replaces an earlier one with the same text.
        show[kind](text, {
          id: text,
          position: isWide || isClearAboveBar() ? 'bottom-right' : 'top-right',
        })
      }),
    [isWide],
  )
  return (
    <Toaster
      theme={useTheme()}
      position="bottom-right"
      richColors
      duration={DURATION_MS}
      visibleToasts={MAX_VISIBLE}
      gap={GAP_PX}
      offset={isWide ? CORNER_OFFSET : ON_PHONE}
      mobileOffset={ON_PHONE}
      style={{ fontFamily: 'inherit' }}
      // sonner marks a focused toast only with a shadow, which forced colours remove. Let taps pass
      // through to the control below: always on touch screens, and for a mouse while the toast
      // slides in.
      toastOptions={{
        className:
          'settles focus-visible:[outline:3px_solid_var(--color-accent)]! pointer-coarse:pointer-events-none!',
      }}
      containerAriaLabel={commonTexts.notifications}
    />
  )
}
