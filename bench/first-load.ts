import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { BROWSER_FLAGS } from '../scripts/browser-flags'
import { ensureBuild } from '../scripts/ensure-build'
import { findBrowser } from '../scripts/find-browser'
import { startGameProcess } from '../tests/e2e/support/game-process'
import { report } from './report/report'

/** Size on the wire of the scripts of a first visit to the sign-in page, compared with the libraries alone. */
const BUDGET = 110_000

/** Uses each library once, as any app would, and nothing else. */
const PEER = `
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Link, Outlet, redirect, RouterProvider } from '@tanstack/react-router'
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
TOASTS
const root = createRootRoute({ component: () => h('main', null, h(Outlet), TOASTER) })
function Page() {
  const [text, setText] = useState('')
  const { data } = useQuery({ queryKey: ['data'], queryFn: async () => (await fetch('/data')).json() })
  const { mutate } = useMutation({ mutationFn: async () => fetch('/data', { method: 'POST' }) })
  return h('form', { onSubmit: () => mutate() }, h(Link, { to: '/' }, text), h('input', { onChange: (e) => setText(e.target.value) }), String(data))
}
const page = createRoute({ getParentRoute: () => root, path: '/', component: Page })
const other = createRoute({ getParentRoute: () => root, path: '/other', beforeLoad: () => { throw redirect({ to: '/' }) } })
const router = createRouter({ routeTree: root.addChildren([page, other]), scrollRestoration: true, defaultPreload: 'intent' })
createRoot(document.body).render(h(QueryClientProvider, { client: new QueryClient() }, h(RouterProvider, { router })))
`

/** Size of the libraries after the app's own bundling and compression, in bytes. */
async function weighPeer(withToasts: boolean): Promise<number> {
  const code = PEER.replace('TOASTS', withToasts ? "import { Toaster, toast } from 'sonner'\ntoast('text')" : '').replace(
    'TOASTER',
    withToasts ? 'h(Toaster)' : 'null',
  )
  const peer = {
    name: 'peer',
    resolveId: (id: string) => (id === 'peer' ? '\0peer' : null),
    load: (id: string) => (id === '\0peer' ? code : null),
  }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [peer],
    build: { write: false, target: 'es2022', modulePreload: { polyfill: false }, rolldownOptions: { input: 'peer' } },
  })
  if (!('output' in built)) throw new Error('the peer was not built once')
  return built.output.reduce((sum, file) => sum + (file.type === 'chunk' ? brotliCompressSync(file.code).length : 0), 0)
}

async function weighSignIn(url: string): Promise<number> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] })
  try {
    // The worker downloads the whole app, but nobody waits for that.
    const page = await browser.newPage({ serviceWorkers: 'block' })
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto(`${url}/auth/login`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { name: 'Prijava' }).waitFor()
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  } finally {
    await browser.close()
  }
}

process.env.BUILD_UNDER_TEST = ensureBuild()
const game = await startGameProcess('bench-first-load')
try {
  const [signIn, floor, peer] = [await weighSignIn(game.url), await weighPeer(false), await weighPeer(true)]
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
  report('first-load', [
    {
      what: 'scripts of the sign-in page on the wire',
      measured: kilobytes(signIn),
      floor: `React with Router and Query alone ${kilobytes(floor)}; with sonner ${kilobytes(peer)}`,
      ratio: (signIn / floor).toFixed(2),
      goal: `at most ${kilobytes(BUDGET)}`,
      verdict: signIn <= BUDGET ? 'met' : 'missed',
    },
  ])
} finally {
  await game.stop()
}
