import { RotateCw, TriangleAlert, WifiOff } from 'lucide-react'
import { commonTexts } from '#i18n/common'
import { UNEXPECTED_ERROR } from '#i18n/errors'
import { Button } from './button'
import { Notice } from './notice'

interface LoadFailedProps {
  /** What the server said; absent where no answer came. */
  message?: string | undefined
  /** Whether the server could not be reached. */
  notConnected: boolean
  onRetry: () => void
  wholeScreen?: boolean
  busy?: boolean
}

/** Something could not be loaded: why, and a way to try again. */
export function LoadFailed({ message, notConnected, onRetry, wholeScreen = false, busy = false }: LoadFailedProps) {
  const words = notConnected
    ? { icon: <WifiOff />, title: commonTexts.notConnectedTitle, text: commonTexts.notConnectedHint }
    : { icon: <TriangleAlert />, title: commonTexts.failedTitle, text: message ?? UNEXPECTED_ERROR }
  return (
    <Notice {...words} wholeScreen={wholeScreen}>
      <Button variant="secondary" busy={busy} onClick={onRetry}>
        <RotateCw aria-hidden className="size-5" />
        {commonTexts.retry}
      </Button>
    </Notice>
  )
}
