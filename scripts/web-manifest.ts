import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FILE = 'manifest.webmanifest'

/** Serves and builds the manifest from the root of the repository, with the product's name. */
export function webManifest(productName: string): Plugin {
  const read = () => {
    const manifest = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>
    return JSON.stringify({ ...manifest, name: productName, short_name: productName })
  }
  return {
    name: 'web-manifest',
    configureServer(server) {
      server.middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader('content-type', 'application/manifest+json').end(read())
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: read() })
    },
  }
}
