import { once } from 'node:events'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

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

/** The libraries after the app's own bundling and minifying. */
async function buildBareStack(withToasts: boolean): Promise<string[]> {
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
  return built.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
}

/** Size of the libraries on the wire, in bytes. */
export async function weighBareStack(withToasts: boolean): Promise<number> {
  return (await buildBareStack(withToasts)).reduce((sum, code) => sum + brotliCompressSync(code).length, 0)
}

const PAGE = `<!doctype html><html lang="hr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title>
<meta name="description" content="Floor"><body><script type="module" src="/peer.js"></script>`

/** Serves an almost empty screen of the bare stack, compressed as the app is. */
export async function startBareStack(): Promise<{ readonly url: string; stop(): void }> {
  const [code, other] = await buildBareStack(false)
  if (code === undefined || other !== undefined) throw new Error('the bare stack is not one file')
  const compressed = { page: brotliCompressSync(PAGE), script: brotliCompressSync(code) }
  const server = createServer(({ url }, response) => {
    const isScript = url === '/peer.js'
    if (!isScript && url !== '/') {
      response.setHeader('content-type', 'application/json')
      response.end('{}')
      return
    }
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.setHeader('content-encoding', 'br')
    response.end(isScript ? compressed.script : compressed.page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port for the bare stack')
  return {
    url: `http://localhost:${address.port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
