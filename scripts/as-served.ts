import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { fillNames, type HostNames } from '../contract/names.ts'

const MANIFEST = 'manifest.webmanifest'
/** The names in development, where no server fills in the host's names. */
const NAMES: HostNames = { product: 'Dev', company: 'Dev', contact: 'dev@localhost' }
const fill = (text: string) => fillNames(text, NAMES, (name) => name)

/**
 * Copies the manifest into the build with its markers, which the server fills in when it starts. In
 * development, fills in the markers of page and manifest itself.
 */
export function asServed(): Plugin {
  const read = () => readFileSync(MANIFEST, 'utf8')
  return {
    name: 'as-served',
    transformIndexHtml: (html, { server }) =>
      server === undefined ? html : fill(html.replaceAll('%PUBLIC_URL%', '')),
    configureServer(server) {
      server.middlewares.use(`/${MANIFEST}`, (_request, response) => {
        response.setHeader('content-type', 'application/manifest+json').end(fill(read()))
      })
    },
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: MANIFEST,
        source: JSON.stringify(JSON.parse(read())),
      })
    },
  }
}
