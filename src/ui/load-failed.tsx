import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Copy, RotateCw, TriangleAlert, WifiOff } from 'lucide-react'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { errorReport } from '#lib/versions'
import { commonTexts, UNEXPECTED_ERROR } from '#texts/common'
import { Button } from './button'
import { classes } from './classes'

interface NoticeProps {
  icon: ReactNode
  title: string
  /** True when the notice is the whole screen: its title becomes the `h1`. */
  wholeScreen?: boolean
  text?: string | undefined
  children?: ReactNode
}

/** Placeholder for content that is empty, failed to load or needs a connection. */
export function Notice({ icon, title, wholeScreen = false, text, children }: NoticeProps) {
  const Title = wholeScreen ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center gap-3 px-2 py-6 text-center">
      <span aria-hidden className="text-soft [&>svg]:size-8">
        {icon}
      </span>
      <Title className="text-lg font-bold">{title}</Title>
      {text !== undefined && <p className="max-w-prose text-soft">{text}</p>}
      {children}
    </div>
  )
}

interface LoadFailedProps {
  error: unknown
  /** Replaces the texts for an unexpected error. */
  message?: { readonly title: string; readonly text: string } | undefined
  onRetry: () => void
  wholeScreen?: boolean
  busy?: boolean
}

/** Explains why something failed to load and offers a retry. */
export function LoadFailed({
  error,
  message,
  onRetry,
  wholeScreen = false,
  busy = false,
}: LoadFailedProps) {
  const { name, message: errorMessage } = error instanceof Error ? error : new Error()
  const notice =
    name === 'CommunicationError'
      ? {
          icon: <WifiOff />,
          title: commonTexts.notConnectedTitle,
          text: commonTexts.notConnectedHint,
        }
      : // Show only an `ApiError`'s own message: it is the server's, and Croatian.
        {
          icon: <TriangleAlert />,
          ...(message ?? {
            title: commonTexts.failedTitle,
            text: name === 'ApiError' ? errorMessage : UNEXPECTED_ERROR,
          }),
        }
  return (
    <Notice {...notice} wholeScreen={wholeScreen}>
      <Button icon={RotateCw} variant="secondary" busy={busy} onClick={onRetry}>
        {commonTexts.retry}
      </Button>
    </Notice>
  )
}

/** True inside a layout's `main`, which must not contain a second one. */
export const InsideMain = createContext(false)

/** The router's error component: the whole screen failed to load. */
export function LoadFailedScreen({
  error,
  message,
}: ErrorComponentProps & Pick<LoadFailedProps, 'message'>) {
  const router = useRouter()
  const isInside = useContext(InsideMain)
  const Frame = isInside ? 'div' : 'main'
  return (
    <Frame
      className={classes(
        'mx-auto grid max-w-xl place-items-center p-4',
        isInside ? 'min-h-[calc(100dvh-12rem)]' : 'min-h-dvh',
      )}
    >
      <div className="text-center">
        <LoadFailed
          wholeScreen
          error={error}
          message={message}
          onRetry={() => void router.invalidate()}
        />
        <ErrorReport error={error} />
      </div>
    </Frame>
  )
}

/** A report for support, shown as text if it cannot be copied. */
function ErrorReport({ error }: { error: unknown }) {
  const router = useRouter()
  const [state, setState] = useState<'offered' | 'copied' | 'shown'>('offered')
  const text = useMemo(
    () => errorReport(error, router.state.matches.at(-1)?.routeId ?? ''),
    [error, router],
  )
  if (state === 'copied') {
    return (
      <p role="status" className="text-soft">
        {commonTexts.reportCopied}
      </p>
    )
  }
  if (state === 'shown') {
    return (
      <textarea
        readOnly
        rows={8}
        aria-label={commonTexts.report}
        value={text}
        className="w-full bg-surface p-2 text-xs"
      />
    )
  }
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('shown')
    }
  }
  return (
    <Button icon={Copy} variant="quiet" onClick={() => void copy()}>
      {commonTexts.copyReport}
    </Button>
  )
}
