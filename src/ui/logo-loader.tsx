import { commonTexts } from '#i18n/common'
import { Logo } from './logo'

/** Full-screen loading indicator. */
export function LogoLoader() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center">
      <Logo tracing className="size-24" />
      <span className="sr-only">{commonTexts.loading}</span>
    </div>
  )
}
