import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { IdCard, type LucideIcon, ScanLine } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { findBrowser } from './find-browser'
import { IPHONE_SCREENS, startImage } from './iphone-screens'
import { shrinkPng } from './png'
import { themeColor } from './theme-colors'

const DIRECTORY = 'public'
/** The logo of the app's own icon, in a square of 64. */
const MARK = readFileSync('public/icon.svg', 'utf8').replace(/<\/?svg[^>]*>|<title>.*<\/title>|<rect[^>]*>/g, '')

/** An image to draw: its file, its size in pixels, and an SVG that fills it. */
interface Drawing {
  readonly file: string
  readonly width: number
  readonly height: number
  readonly svg: string
}

function svg(viewBox: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="100%" height="100%">${content}</svg>`
}

/** The logo in the middle of a square of 64. */
function mark(scale: number): string {
  return `<g transform="translate(32 32) scale(${scale}) translate(-32 -32)">${MARK}</g>`
}

const ground = (rx = 0) => `<rect width="64" height="64" rx="${rx}" fill="${themeColor('dark', 'sky')}"/>`

function square(file: string, size: number, content: string): Drawing {
  return { file: `/icons/${file}-${size}.png`, width: size, height: size, svg: svg('0 0 64 64', content) }
}

/** The icon of a shortcut, same as on the app's own button. */
function shortcut(file: string, icon: LucideIcon): Drawing[] {
  const glyph = renderToStaticMarkup(
    createElement(icon, { x: 17, y: 17, width: 30, height: 30, color: themeColor('dark', 'accent') }),
  )
  return [96, 192].map((size) =>
    square(file, size, `<circle cx="32" cy="32" r="32" fill="${themeColor('dark', 'raised')}"/>${glyph}`),
  )
}

/** The logo on the sky, about a third of a phone's width; without the name, which is a setting. */
function start(screen: (typeof IPHONE_SCREENS)[number]): Drawing {
  const [width, height] = [screen.width * screen.ratio, screen.height * screen.ratio]
  const size = Math.round(width / 3)
  const content = `<rect width="${width}" height="${height}" fill="${themeColor('dark', 'sky')}"/>
    <svg x="${(width - size) / 2}" y="${(height - size) / 2}" width="${size}" height="${size}" viewBox="0 0 64 64">${MARK}</svg>`
  return { file: startImage(screen), width, height, svg: svg(`0 0 ${width} ${height}`, content) }
}

const DRAWINGS: readonly Drawing[] = [
  ...[192, 512].map((size) => square('icon', size, ground(15) + mark(1))),
  // Android may crop these to a circle of four fifths; the logo stays well inside it.
  ...[192, 512].map((size) => square('maskable', size, ground() + mark(0.8))),
  // Only the opacity is used, and it is cropped too; the system chooses the colour.
  ...[192, 512].map((size) => square('monochrome', size, mark(0.8).replace(/#[\da-f]{6}/g, '#fff'))),
  // iOS rounds the corners itself, and shows transparency as black.
  square('apple-touch', 180, ground() + mark(0.95)),
  ...shortcut('scan', ScanLine),
  ...shortcut('card', IdCard),
  ...IPHONE_SCREENS.map(start),
]

async function draw(browser: Browser, { file, width, height, svg: content }: Drawing): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<!doctype html><style>*{margin:0}svg{display:block}body{height:100vh}</style>${content}`)
  const picture = shrinkPng(await page.screenshot({ omitBackground: true }))
  writeFileSync(`${DIRECTORY}${file}`, picture)
  process.stdout.write(`${DIRECTORY}${file}  ${picture.length} bytes\n`)
  await page.close()
}

/** Draws the app's icons and the startup images of iPhones from the app's logo and colours. */
async function drawIcons(): Promise<void> {
  mkdirSync(`${DIRECTORY}/icons`, { recursive: true })
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  for (const drawing of DRAWINGS) await draw(browser, drawing)
  await browser.close()
}

await drawIcons()
