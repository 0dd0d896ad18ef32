import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { RotateCw, TriangleAlert, WifiOff } from 'lucide-react'
import { commonTexts } from '#texts/common'
import { UNEXPECTED_ERROR } from '#texts/errors'
import { Button } from './button'
import { Notice } from './notice'

interface Words {
  readonly title: string
  readonly text: string
}

interface LoadFailedProps {
  error: unknown
  /** In place of those for an unexpected error. */
  words?: Words | undefined
  onRetry: () => void
  wholeScreen?: boolean
  busy?: boolean
}

/** Explains why something failed to load and offers a retry. */
export function LoadFailed({ error, words: ofCrash, onRetry, wholeScreen = false, busy = false }: LoadFailedProps) {
  const { name, message } = error instanceof Error ? error : new Error()
  const words =
    name === 'CommunicationError'
      ? { icon: <WifiOff />, title: commonTexts.notConnectedTitle, text: commonTexts.notConnectedHint }
      : // Only the server's messages are Croatian.
        {
          icon: <TriangleAlert />,
          ...(ofCrash ?? { title: commonTexts.failedTitle, text: name === 'ApiError' ? message : UNEXPECTED_ERROR }),
        }
  return (
    <Notice {...words} wholeScreen={wholeScreen}>
      <Button icon={RotateCw} variant="secondary" busy={busy} onClick={onRetry}>
        {commonTexts.retry}
      </Button>
    </Notice>
  )
}

/** The router's error component: the whole screen failed to load. Other words may stand for why. */
export function LoadFailedScreen({ error, words }: ErrorComponentProps & { words?: Words }) {
  const router = useRouter()
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl place-items-center p-4">
      <LoadFailed wholeScreen error={error} words={words} onRetry={() => void router.invalidate()} />
    </main>
  )
}
