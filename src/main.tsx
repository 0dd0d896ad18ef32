import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { plainPath } from '#contract/address'
import { whenIdle } from '#lib/when-idle'
import { ApiError, CommunicationError } from './api/errors'
import { createQueryClient } from './api/query-client'
import { rememberReadyScreen } from './hand-over'
import { reloadOnChunkLoadError } from './missing-chunks'
import { allowOwnScripts } from './own-scripts'
import { holdInstallPrompt } from './pwa/install-way'
import { followLaunches } from './pwa/launches'
import { registerServiceWorker } from './pwa/service-worker'
import { announceRoutes } from './route-announcer'
import { createAppRouter } from './router'
import { followAccount, replaceCurrentUser } from './session/current-user'
import { keepSignInLinkOfPage } from './session/sign-in-link'
import { keepTouchOfPage, withoutTouch } from './session/tag-touch'
import { keepLostFocus } from './ui/lost-focus'
import { toast } from './ui/toast'
import './styles.css'
import { LazyToasts } from './ui/lazy-toasts'
import { applyStoredTheme } from './ui/theme'

/** Reports unexpected errors only: failed loads and refusals are shown by the screen. */
function reportUnexpected(error: unknown): void {
  if (!(error instanceof CommunicationError) && !(error instanceof ApiError)) reportError(error)
}

function start(): void {
  const queryClient = createQueryClient({
    toastError: toast.error,
    onSignedOut: () => {
      replaceCurrentUser(queryClient, null)
      void router.invalidate()
    },
  })
  // Storage was slow: reruns guards and loaders that gave up waiting for it.
  const account = followAccount(queryClient, () => void router.invalidate())
  keepSignInLinkOfPage()
  keepTouchOfPage()
  const { pathname, search, hash } = window.location
  const plain = plainPath(pathname)
  if (plain !== pathname) history.replaceState(history.state, '', plain === '/' ? plain : plain + search + hash)
  const router = createAppRouter(queryClient, account)

  applyStoredTheme()
  reloadOnChunkLoadError()
  announceRoutes(router)
  keepLostFocus()
  holdInstallPrompt()
  followLaunches((place) => void router.navigate({ href: withoutTouch(place) }))
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  const carryOver = rememberReadyScreen(root)
  function OnceShown() {
    useLayoutEffect(carryOver, [])
    return null
  }

  const reactRoot = createRoot(root, { onCaughtError: reportUnexpected })
  // What stands in the page stays until the first screen has loaded. If loading fails, the screen shows that.
  void router.load().finally(() => {
    // As a transition it is rendered in slices, between which the page answers.
    startTransition(() =>
      reactRoot.render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <LazyToasts />
            <OnceShown />
          </QueryClientProvider>
        </StrictMode>,
      ),
    )
    // The worker fetches the whole app, which must not delay the first screen.
    whenIdle(registerServiceWorker)
  })
}

allowOwnScripts()
// In a task of its own: evaluating the scripts takes a slow phone long enough.
setTimeout(start)
