import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { escapeHtml } from '#texts/escape-html'
import { posterTexts } from '#texts/landing'
import { findBrowser } from './find-browser'
import { shrinkPng } from './png'
import { themeColors } from './theme-colors'

const FILE = 'public/poster.png'
const SIZE = { width: 1200, height: 630 }
const FONT_FILES = 'node_modules/@fontsource-variable/space-grotesk/files'

/** Heads of the meteors (x, y), length of their tails, and brightness. */
const METEORS = [
  [1090, 96, 250, 1],
  [706, 78, 190, 0.75],
  [470, 62, 140, 0.55],
  [884, 46, 120, 0.5],
  [1132, 330, 150, 0.6],
  [730, 580, 190, 0.6],
  [1010, 572, 230, 0.85],
  [210, 44, 110, 0.45],
] as const

/** Evenly scattered stars, the same in each run, and none behind the text and the logo. */
const STARS = Array.from({ length: 110 }, (_, index) => ({
  x: (index * 337) % SIZE.width,
  y: (index * 211) % SIZE.height,
  r: 0.7 + ((index * 7) % 5) * 0.25,
  opacity: 0.2 + ((index * 3) % 7) * 0.08,
})).filter(({ x, y }) => x < 60 || x > 1100 || y < 105 || y > 525)

function readColors(): string {
  return [...themeColors('dark')].map(([token, color]) => `--color-${token}:${color};`).join('')
}

/** Letters with carons are in a separate file. */
function fontFace(subset: 'latin' | 'latin-ext', range: string): string {
  const data = readFileSync(`${FONT_FILES}/space-grotesk-${subset}-wght-normal.woff2`).toString('base64')
  return `@font-face{font-family:Poster;font-weight:300 700;src:url(data:font/woff2;base64,${data}) format('woff2');unicode-range:${range}}`
}

/** The logo without its background. */
function readLogo(): string {
  return readFileSync('public/icon.svg', 'utf8').replace(/<rect[^>]*>/, '')
}

function drawMeteor([x, y, length, opacity]: (typeof METEORS)[number]): string {
  return `<g transform="translate(${x} ${y}) rotate(-35)" opacity="${opacity}">
    <rect x="0" y="-1.25" width="${length}" height="2.5" rx="1.25" fill="url(#tail)"/><circle r="2.4" fill="var(--color-ink)"/></g>`
}

const LIGHT = { cx: 900, cy: -60, rx: 900, ry: 600, rings: 48 }

/** The light at the top of the sky, in rings: a gradient would be dithered, which makes the file much larger. */
function drawLight(): string {
  const ring = (_: unknown, index: number) => {
    const size = 1 - index / LIGHT.rings
    const fill = `color-mix(in srgb,#2b3474 ${(1 - size) * 100}%,var(--color-sky))`
    return `<ellipse cx="${LIGHT.cx}" cy="${LIGHT.cy}" rx="${LIGHT.rx * size}" ry="${LIGHT.ry * size}" style="fill:${fill}"/>`
  }
  return Array.from({ length: LIGHT.rings }, ring).join('')
}

function drawSky(): string {
  const stars = STARS.map(
    ({ x, y, r, opacity }) => `<circle cx="${x}" cy="${y}" r="${r}" fill="var(--color-ink)" opacity="${opacity}"/>`,
  )
  return `<svg class="sky" viewBox="0 0 ${SIZE.width} ${SIZE.height}">
    <defs><linearGradient id="tail"><stop stop-color="var(--color-ink)"/><stop offset="1" stop-color="var(--color-soft)" stop-opacity="0"/>
    </linearGradient></defs>
    ${drawLight()}
    ${stars.join('')}${METEORS.map(drawMeteor).join('')}</svg>`
}

/** A long name gets a smaller font, so that it ends before the logo. */
function titleSize(product: string): number {
  return Math.min(132, Math.floor(1_200 / product.length))
}

function drawPoster(product: string): string {
  return `<!doctype html><html lang="hr"><meta charset="utf-8"><style>
    ${fontFace('latin', 'U+0000-00FF,U+2000-206F')}${fontFace('latin-ext', 'U+0100-02BA')}
    :root{${readColors()}}
    *{margin:0;box-sizing:border-box}
    body{width:${SIZE.width}px;height:${SIZE.height}px;overflow:hidden;position:relative;font-family:Poster;color:var(--color-ink);background:var(--color-sky)}
    .sky{position:absolute;inset:0}
    .mark{position:absolute;left:716px;top:105px;width:420px;height:420px}
    .mark svg{width:100%;height:100%}
    main{position:absolute;left:80px;top:0;bottom:0;width:700px;display:flex;flex-direction:column;justify-content:center}
    .community{font-size:32px;font-weight:600;color:var(--color-accent)}
    h1{font-size:${titleSize(product)}px;line-height:1;font-weight:700;letter-spacing:-4px;margin-top:14px;white-space:nowrap}
    .competition{font-size:60px;font-weight:500;line-height:1.15;margin-top:6px}
    .invitation{font-size:32px;line-height:1.35;color:var(--color-soft);margin-top:32px;max-width:600px;text-wrap:balance}
  </style><body>${drawSky()}<div class="mark">${readLogo()}</div>
    <main><p class="community">${posterTexts.community}</p><h1>${escapeHtml(product)}</h1>
    <p class="competition">${posterTexts.competition}</p><p class="invitation">${posterTexts.invitation}</p></main></body></html>`
}

/** Draws the image for link previews, with the name from PRODUCT_NAME. */
async function makePoster(): Promise<void> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: SIZE })
  await page.setContent(drawPoster(process.env.PRODUCT_NAME?.trim() || 'GeekQuest'))
  await page.evaluate('document.fonts.ready')
  writeFileSync(FILE, shrinkPng(await page.screenshot()))
  await browser.close()
}

await makePoster()
