import { readFileSync } from 'node:fs'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { IPHONE_SCREENS, startImage } from './iphone-screens.ts'

const FILE = 'manifest.webmanifest'

/** iPhones take startup images from links, one for each screen size, and not from the manifest. */
const START_IMAGES: readonly HtmlTagDescriptor[] = IPHONE_SCREENS.map((screen) => {
  const { width, height, ratio } = screen
  const media = `(device-width: ${width}px) and (device-height: ${height}px) and (-webkit-device-pixel-ratio: ${ratio}) and (orientation: portrait)`
  return { tag: 'link', attrs: { rel: 'apple-touch-startup-image', media, href: startImage(screen) }, injectTo: 'head' }
})

/** Serves and builds the manifest from the root of the repository, with the product's name. */
export function webManifest(productName: string): Plugin {
  const read = () => {
    const manifest = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>
    return JSON.stringify({ ...manifest, name: productName, short_name: productName })
  }
  return {
    name: 'web-manifest',
    // After Vite has collected links to process: this address is fixed and has no hash.
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'link', attrs: { rel: 'manifest', href: `/${FILE}` }, injectTo: 'head' }, ...START_IMAGES],
    },
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
