import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '#texts/escape-html'
import { catalogue } from './catalogue'
import { ON_LARGE_EVENT } from './event-size'
import { THEMES, type Theme } from './theme-in-place'

export const PICTURES = ON_LARGE_EVENT ? 'screens/large' : 'screens'

export const SIZES = [
  { name: 'phone', width: 412, height: 839 },
  { name: 'phone-375', width: 375, height: 667 },
  { name: 'small-phone', width: 320, height: 568 },
  { name: 'desktop', width: 1280, height: 800 },
] as const

/** What a picture shows: the whole screen, what is seen of it without scrolling, or that once all motion that ends has ended. */
export type View = 'whole' | 'first' | 'motion'
const VIEWS: readonly View[] = ['whole', 'first', 'motion']

export function pictureName(scene: string, size: (typeof SIZES)[number]['name'], theme: Theme, view: View): string {
  return [scene, size, theme, ...(view === 'whole' ? [] : [view]), 'png'].join('.')
}

const STYLE = `
body { margin: 2rem; background: #555; color: #fff; font: 1rem system-ui; }
section div { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto; padding-block: 1rem; }
img { max-height: 60rem; box-shadow: 0 0 1rem #0008; }
.phone { width: 240px; } .phone-375 { width: 220px; } .small-phone { width: 190px; } .desktop { width: 600px; }
`

function sceneHtml(name: string): string {
  const pictures = THEMES.flatMap((theme) =>
    SIZES.flatMap((size) => VIEWS.map((view) => ({ size: size.name, file: pictureName(name, size.name, theme, view) }))),
  )
  const taken = pictures.filter(({ file }) => existsSync(join(PICTURES, file)))
  const images = taken.map(
    ({ size, file }) => `<a href="${file}"><img loading="lazy" class="${size}" src="${file}" alt="${escapeHtml(file)}"></a>`,
  )
  return `<section><h2>${escapeHtml(name)}</h2><div>${images.join('')}</div></section>`
}

/** Puts all pictures on one page in the catalogue's order. */
export default function writeContactSheet(): void {
  const sections = catalogue.map(({ name }) => sceneHtml(name)).join('\n')
  const sheet = join(PICTURES, 'index.html')
  writeFileSync(sheet, `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style>\n${sections}\n`)
  process.stdout.write(`Every screen: ${sheet}\n`)
}
