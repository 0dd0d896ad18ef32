import './styles.css'
// Import the layers first: their history listener must run before the router's.
import './ui/layers'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { plainPath } from '#lib/address'
import { ApiError, CommunicationError } from './api/errors'
import { createQueryClient, whenAnswered } from './api/query-client'
import { holdInstallPrompt } from './pwa/installed-app'
import { registerServiceWorker, reloadOnChunkLoadError } from './pwa/versions'
import { announceRoutes, createAppRouter } from './router'
import { followAccount, replaceCurrentUser } from './session/current-user'
import { holdSignInLinkOfPage } from './session/opened-address'
import { restoreLostFocus } from './ui/focus'
import { rememberReadyScreen } from './ui/ready-screen'
import { applyStoredTheme } from './ui/theme'
import { LazyToasts, toast } from './ui/toast'

interface PolicyFactory {
  createPolicy(name: 'default', rules: { createScriptURL(url: string): string }): unknown
}

/**
 * Allows only scripts of this site as workers. With Trusted Types the browser calls this policy for
 * every worker's script URL, and refuses every text that would become HTML or code
 * (`server/http/security.ts`). Do not call it while a module is evaluated: Chromium records where a
 * policy is created, and would parse the whole file again for that.
 */
function allowOwnScripts(): void {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  factory?.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin)
        throw new TypeError('a worker must be a script of this site')
      return url
    },
  })
}

/** Reports unexpected errors only: failed loads and refusals are shown by the screen. */
function reportUnexpected(error: unknown): void {
  if (!(error instanceof CommunicationError) && !(error instanceof ApiError)) reportError(error)
}

function start(): void {
  allowOwnScripts()
  const queryClient = createQueryClient({
    toastError: toast.error,
    onSignedOut: () => {
      replaceCurrentUser(queryClient, null)
      void router.invalidate()
    },
  })
  // The callback runs once slow storage has answered: it reruns the guards and loaders that gave up
  // waiting for the storage.
  const account = followAccount(queryClient, () => void router.invalidate())
  holdSignInLinkOfPage()
  const { pathname, search, hash } = window.location
  const plain = plainPath(pathname)
  if (plain !== pathname)
    history.replaceState(history.state, '', plain === '/' ? plain : plain + search + hash)
  const router = createAppRouter(queryClient, account)

  applyStoredTheme()
  reloadOnChunkLoadError()
  announceRoutes(router)
  restoreLostFocus()
  holdInstallPrompt()
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  const carryOver = rememberReadyScreen(root)
  function OnceShown() {
    useLayoutEffect(carryOver, [])
    return null
  }

  const reactRoot = createRoot(root, { onCaughtError: reportUnexpected })
  // Keep the page's content until the first screen has loaded. If loading fails, the screen shows
  // the failure.
  void router.load().finally(() => {
    // Render as a transition, in slices, so that the page stays responsive.
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
    // The worker fetches the whole app, which must not delay the first screen or its answers; after
    // a sign-in link, that is the screen it leads to.
    whenAnswered(queryClient, registerServiceWorker)
  })
}

// Use a separate task: on a slow phone, evaluating the scripts alone takes long. Do not start in a
// browser that index.html found too old: the app would break midway.
if (document.documentElement.dataset.tooOld === undefined) setTimeout(start)
