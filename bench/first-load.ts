import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { shorten } from '../scripts/shorten'
import { openBrowser, startGame, startSite } from './phone'
import { report } from './report/row'

/** The floor: an app that uses each library once and does nothing else. */
const PEER = `
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Link, Outlet, redirect, RouterProvider } from '@tanstack/react-router'
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
const root = createRootRoute({ component: () => h('main', null, h(Outlet)) })
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

/** Bundles and minifies the libraries as the app does. */
async function buildBareStack(): Promise<string[]> {
  const peer = {
    name: 'peer',
    resolveId: (id: string) => (id === 'peer' ? '\0peer' : null),
    load: (id: string) => (id === '\0peer' ? PEER : null),
  }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [peer, shorten()],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: 'peer' },
    },
  })
  if (!('output' in built))
    throw new Error('Vite returned a watcher or several builds instead of one')
  return built.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
}

const PAGE = `<!doctype html><html lang="hr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title>
<meta name="description" content="Floor"><body><script type="module" src="/peer.js"></script>`

/** Serves a page of the bare stack with one form, compressed as the app's pages are. */
export async function startBareStack() {
  const [code, other] = await buildBareStack()
  if (code === undefined || other !== undefined) throw new Error('the bare stack is not one file')
  const compressed = { page: brotliCompressSync(PAGE), script: brotliCompressSync(code) }
  return await startSite(({ url }, response) => {
    const isScript = url === '/peer.js'
    if (!isScript && url !== '/') {
      response.setHeader('content-type', 'application/json')
      response.end('{}')
      return
    }
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.setHeader('content-encoding', 'br')
    response.end(isScript ? compressed.script : compressed.page)
  })
}

/**
 * Returns how many bytes of scripts a first visit loads over the wire. Stops the site afterwards.
 */
async function weigh(
  site: { readonly url: string; stop(): unknown },
  path: string,
): Promise<number> {
  const browser = await openBrowser()
  try {
    // Block the worker, which downloads the whole app while nobody waits for it.
    const page = await browser.newPage({ serviceWorkers: 'block' })
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' })
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  } finally {
    await browser.close()
    await site.stop()
  }
}

const BUDGET = 105_000

/** Measures the size of the sign-in page's scripts against that of the libraries alone. */
async function measureSignIn(): Promise<void> {
  const signIn = await weigh(await startGame('first-load'), '/auth/login')
  const floor = await weigh(await startBareStack(), '/')
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
  report('page', [
    {
      what: 'scripts of the sign-in page on the wire',
      measured: kilobytes(signIn),
      floor: `React with Router and Query alone ${kilobytes(floor)}`,
      ratio: (signIn / floor).toFixed(2),
      goal: `at most ${kilobytes(BUDGET)}`,
      verdict: signIn <= BUDGET ? 'met' : 'missed',
    },
  ])
}

if (import.meta.main) await measureSignIn()
