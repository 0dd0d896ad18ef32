import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin, Rolldown } from 'vite'
import { SCREEN_SLOT } from '#contract/page'
import { LogoLoader } from '../src/ui/logo'

const PAGE = 'index.html'
const SHELL = 'app-shell.html'
const ROOT = '<div id="root"></div>'
const MODULE_SCRIPT = '<script type="module"'

/**
 * Style for a browser without scripts: hides the loader and controls, leaves the content to read.
 */
const WITHOUT_SCRIPTS =
  '[data-loader],[data-screen] [data-form],[data-screen] button{display:none!important}'

/** Removes the only stylesheet from the build and returns its content. */
function takeStylesheet(bundle: Rolldown.OutputBundle): string {
  const [sheet, other] = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'))
  if (sheet?.type !== 'asset') throw new Error('the build has no stylesheet')
  if (other !== undefined)
    throw new Error(`the build has a second stylesheet, ${other.fileName}, that nothing would load`)
  delete bundle[sheet.fileName]
  return String(sheet.source)
}

/**
 * Returns the files of a chunk and its imports, without the app's script, which every page loads.
 */
function filesOf(bundle: Rolldown.OutputBundle, name: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const [first, other] = chunks.filter((chunk) => chunk.name === name)
  if (first === undefined || other !== undefined)
    throw new Error(`the build has no chunk '${name}', or more than one`)
  const found = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || chunk.isEntry || found.has(file)) return
    found.add(file)
    for (const imported of chunk.imports) add(imported)
  }
  add(first.fileName)
  return [...found].map((file) => `/${file}`)
}

/**
 * Replaces a part of the page. Throws if the part is missing: the page would lack its replacement.
 */
function replaced(html: string, part: string, by: string): string {
  if (!html.includes(part)) throw new Error(`${PAGE} has no ${part}`)
  return html.replace(part, () => by)
}

/**
 * Inserts the names of the scripts that the screens of each role need, for the script in the page's
 * head; inserts none in development.
 */
function fillScriptNames(html: string, bundle: Rolldown.OutputBundle | undefined): string {
  const code = (name: string) => (bundle === undefined ? [] : filesOf(bundle, name)).join(' ')
  return replaced(replaced(html, '%BOOTH_CODE%', code('booth')), '%PLAYER_CODE%', code('card'))
}

/**
 * Lets the browser paint from the first bytes: puts the loading screen into #root and inlines the
 * only stylesheet, whose 8 kB or less on the wire cost less than a round trip.
 */
export function pageShell(): Plugin {
  return {
    name: 'page-shell',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const loader = renderToStaticMarkup(<LogoLoader />)
        const root = `<div id="root">${SCREEN_SLOT}<div data-loader>${loader}</div></div>`
        const shelled = replaced(fillScriptNames(html, bundle), ROOT, root)
        if (bundle === undefined) return shelled
        // Fetch the script with low priority, because it runs only after the first paint.
        const painted = replaced(shelled, MODULE_SCRIPT, `${MODULE_SCRIPT} fetchpriority="low"`)
        return {
          html: painted,
          tags: [
            { tag: 'style', children: takeStylesheet(bundle), injectTo: 'head' },
            {
              tag: 'noscript',
              children: [{ tag: 'style', children: WITHOUT_SCRIPTS }],
              injectTo: 'head',
            },
          ],
        }
      },
    },
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        // Without this, page and scripts would request the stylesheet although it is inlined.
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.clear()
      },
    },
  }
}

/** Tags that only crawlers and link previews read. All of them contain the server's address. */
const FOR_LINKS = /\s*<(?:meta\s+(?:property="og:|name="twitter:)|link\s+rel="canonical")[^>]*>/g

/**
 * Writes the page that the service worker caches. The server sends this file exactly as built, so
 * that the worker can check its hash; index.html differs between servers and between addresses.
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
        if (source.includes('%PUBLIC_URL%'))
          throw new Error(`${SHELL} would differ from server to server`)
        this.emitFile({ type: 'asset', fileName: SHELL, source })
      },
    },
  }
}
