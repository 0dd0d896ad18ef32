import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin, Rolldown } from 'vite'
import { SCREEN_SLOT } from '#contract/page'
import { LogoLoader } from '../src/ui/logo'

const ROOT = '<div id="root"></div>'

/** Removes the only stylesheet from the build and returns its content. */
function takeStylesheet(bundle: Rolldown.OutputBundle): string {
  const [sheet, other] = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'))
  if (sheet?.type !== 'asset') throw new Error('the build has no stylesheet')
  if (other !== undefined) throw new Error(`the build has a second stylesheet, ${other.fileName}, that nothing would load`)
  delete bundle[sheet.fileName]
  return String(sheet.source)
}

/**
 * Makes the first bytes paint: the loading screen is in #root, and the only stylesheet is inlined in the head. It has less
 * than eight kilobytes on the wire, which costs less than the round trip to fetch it.
 */
export function pageShell(): Plugin {
  return {
    name: 'page-shell',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const loader = renderToStaticMarkup(<LogoLoader />)
        const shelled = html.replace(ROOT, () => `<div id="root">${SCREEN_SLOT}<div data-loader>${loader}</div></div>`)
        if (shelled === html) throw new Error(`index.html has no ${ROOT}`)
        if (bundle === undefined) return shelled
        // The script runs after the paint, not before it.
        const painted = shelled.replace('<script type="module"', '<script type="module" fetchpriority="low"')
        return { html: painted, tags: [{ tag: 'style', children: takeStylesheet(bundle), injectTo: 'head' }] }
      },
    },
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        // Otherwise page and scripts would request the stylesheet that is inlined.
        for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.clear()
      },
    },
  }
}
