import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { LoadFailed } from './load-failed'

/** The router's error component: the whole screen failed to load. */
export function LoadFailedScreen({ error }: ErrorComponentProps) {
  const router = useRouter()
  const { name, message } = error instanceof Error ? error : new Error()
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl place-items-center p-4">
      <LoadFailed
        wholeScreen
        notConnected={name === 'CommunicationError'}
        message={name === 'ApiError' ? message : undefined}
        onRetry={() => void router.invalidate()}
      />
    </main>
  )
}
