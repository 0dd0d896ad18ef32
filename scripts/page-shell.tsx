import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { LogoLoader } from '../src/ui/logo-loader'

const ROOT = '<div id="root"></div>'
const STYLESHEET = /\s*<link rel="stylesheet"[^>]* href="\/([^"]+\.css)">/

/**
 * Paints the page with its first bytes: what the app shows while it loads stands in #root, and the one stylesheet in the
 * head. Under eight kilobytes on the wire, it costs less than the round trip that would fetch it.
 */
export function pageShell(): Plugin {
  return {
    name: 'page-shell',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const loader = renderToStaticMarkup(<LogoLoader />)
        const shelled = html.replace(ROOT, () => `<div id="root">${loader}</div>`)
        if (shelled === html) throw new Error(`index.html has no ${ROOT}`)
        if (bundle === undefined) return shelled
        return shelled.replace(STYLESHEET, (_link, file: string) => {
          const sheet = bundle[file]
          if (sheet?.type !== 'asset') throw new Error(`the build has no ${file}`)
          delete bundle[file]
          return `\n    <style>${String(sheet.source)}</style>`
        })
      },
    },
  }
}
