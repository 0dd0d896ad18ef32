import type { Plugin } from 'vite'

const PAGE = 'index.html'
const SHELL = 'app-shell.html'

/** Tags that only crawlers and link previews read. All of them contain the server's address. */
const FOR_LINKS = /\s*<(?:meta\s+(?:property="og:|name="twitter:)|link\s+rel="canonical")[^>]*>/g

/**
 * Writes the page that the service worker caches. The server sends this file exactly as built, so that the worker can check
 * its hash; index.html differs between servers and between addresses.
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
