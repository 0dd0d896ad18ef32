import type { Plugin } from 'vite'

const PAGE = 'index.html'
const SHELL = 'app-shell.html'

/** What only crawlers and previews of links read, all of which names the address that a server is known by. */
const FOR_LINKS = /\s*<(?:meta\s+(?:property="og:|name="twitter:)|link\s+rel="canonical")[^>]*>/g

/**
 * Writes the page that the service worker keeps. The server sends this file as it was built, so that the worker can check
 * it by its hash; index.html differs from server to server, and from one address to another.
 */
export function appShell(): Plugin {
  return {
    name: 'app-shell',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle[PAGE]
        if (page?.type !== 'asset') throw new Error(`the build has no ${PAGE}`)
        const source = String(page.source).replace(FOR_LINKS, '')
        if (source.includes('%PUBLIC_URL%')) throw new Error(`${SHELL} would differ from server to server`)
        this.emitFile({ type: 'asset', fileName: SHELL, source })
      },
    },
  }
}
