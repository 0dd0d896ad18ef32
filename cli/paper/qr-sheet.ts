import { qrImage } from '#contract/qr-image'
import { escapeHtml } from '#texts/escape-html'
import { tagSheetTexts } from '#texts/printed'

/** How wide a letter is in em, rather too wide: no measure of the typeface that the printing computer will take is known here. */
function letterWidth(letter: string): number {
  if (/[\s.,:;'|!·il]/.test(letter)) return 0.38
  if (/[MWmw@%&–—]/.test(letter)) return 1.12
  return letter === letter.toLowerCase() ? 0.7 : 0.86
}

/** How wide a text is in em. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, letter) => sum + letterWidth(letter), 0)
}

/** How many lines a text takes, broken between words, or within one that is longer than a line. */
export function lineCount(text: string, size: number, width: number): number {
  let [lines, used] = [1, 0]
  for (const word of text.split(' ')) {
    const long = textWidth(word) * size
    const space = used === 0 ? 0 : textWidth(' ') * size
    if (used + space + long <= width) used += space + long
    else {
      // A long word begins on a line of its own and goes on over the next ones.
      const more = Math.ceil(long / width)
      lines += used === 0 ? more - 1 : more
      used = long - (more - 1) * width
    }
  }
  return lines
}

/** The largest size of type between two, in steps of a tenth of a millimetre, that fits; the smallest if none does. */
export function largestSize([least, most]: readonly [number, number], fits: (size: number) => boolean): number {
  for (let tenths = Math.round(most * 10); tenths > least * 10; tenths--) if (fits(tenths / 10)) return tenths / 10
  return least
}

const COLUMNS = 4
const ROWS = 6
const PER_PAGE = COLUMNS * ROWS

/** One card, in mm. */
const CARD = { width: 47.5, height: 45, padding: 1, leading: 1.2, sizes: [1.6, 3.4] } as const
/** How large its code is (mm): the less so, the more text stands under it. */
const CODES = [32, 29] as const
const SMALLEST_CODE = 24
/** A smaller code is worth it where the type would be smaller than this (mm). */
const LEAST_TYPE = 2.2

/** In mm, so that the sheet has the same size on every printer. A page is A4 minus its margins. */
const STYLE = `
@page { size: A4; margin: 10mm }
* { box-sizing: border-box; margin: 0 }
body { color: #000; background: #fff; font: 3mm/1.25 system-ui, sans-serif }
.advice { max-width: 190mm; margin: 6mm auto; font-size: 4.5mm }
.page { width: 190mm; height: 277mm; margin: 0 auto; break-after: page; overflow: hidden }
.page:last-child { break-after: auto }
.page > p { display: flex; justify-content: space-between; height: 6mm; color: #444 }
ol { display: grid; grid-template-columns: repeat(${COLUMNS}, 1fr); grid-auto-rows: ${CARD.height}mm; padding: 0; list-style: none; border: dashed #999; border-width: .25mm 0 0 .25mm }
li { display: flex; flex-direction: column; align-items: center; border: dashed #999; border-width: 0 .25mm .25mm 0; padding: .3mm ${CARD.padding}mm; text-align: center; overflow: hidden }
img { flex: none }
li span { max-width: 100%; flex: none; line-height: ${CARD.leading}; overflow-wrap: anywhere }
.id { font-family: ui-monospace, "DejaVu Sans Mono", Consolas, monospace; font-weight: 600 }
.grouped { max-width: 12ch }
.name { font-weight: 600 }
@media screen { .page { height: auto; padding-top: 2mm; overflow: visible } ol { grid-auto-rows: minmax(${CARD.height}mm, auto) } }
@media screen and (max-width: 200mm) {
  .page { width: auto; margin: 0 3mm }
  .page > p { height: auto; flex-wrap: wrap; gap: 0 4mm }
  .advice { margin: 6mm 3mm }
  ol { grid-template-columns: repeat(auto-fill, minmax(42mm, 1fr)) }
}
@media print { .advice { display: none } }`

/** One card to cut out: a QR code over two lines. */
export interface QrCard {
  /** The content of the QR code. */
  readonly url: string
  /** What the code is, for screen readers. */
  readonly alt: string
  readonly kind: string
  /** An id is set in groups and in type that tells its letters apart. */
  readonly line: { readonly is: 'id' | 'name'; readonly text: string }
}

interface Sheet {
  readonly cards: readonly QrCard[]
  readonly title: string
  /** Printed on each page. */
  readonly heading: string
  /** Called after each page with the number of codes drawn so far. */
  readonly onProgress?: ((drawn: number) => void) | undefined
}

/** A text as a QR code; of a fixed size, or of that of the style around it. */
export function qrCode(text: string, alt: string, millimetres?: number): string {
  const size = millimetres === undefined ? '' : ` style="width:${millimetres}mm;height:${millimetres}mm"`
  return `<img${size} alt="${escapeHtml(alt)}" src="${qrImage(text).src}">`
}

/** Neither the booth's name nor the person's is cut: the type is as large as both fit. */
function drawCard({ url, alt, kind, line }: QrCard): string {
  const grouped = line.is === 'id' && line.text.includes(' ')
  const width = CARD.width - 2 * CARD.padding
  const linesAt = (size: number) => lineCount(kind, size, width) + (grouped ? 2 : lineCount(line.text, size, width))
  const sizeUnder = (code: number) =>
    largestSize(CARD.sizes, (size) => linesAt(size) * size * CARD.leading <= CARD.height - code - 1)
  const code = CODES.find((one) => sizeUnder(one) >= LEAST_TYPE) ?? SMALLEST_CODE
  return `<li style="font-size: ${sizeUnder(code)}mm">${qrCode(url, alt, code)}
<span class="kind">${escapeHtml(kind)}</span><span class="${line.is}${grouped ? ' grouped' : ''}">${escapeHtml(line.text)}</span></li>`
}

/** A standalone HTML file with A4 pages of cards, to print and cut up. */
export function qrSheet({ cards, title, heading, onProgress }: Sheet): string {
  const pages: string[] = []
  const count = Math.ceil(cards.length / PER_PAGE)
  for (let from = 0; from < cards.length; from += PER_PAGE) {
    const shown = cards.slice(from, from + PER_PAGE)
    const range = tagSheetTexts.range(from + 1, from + shown.length, cards.length)
    const top = `<p><span>${escapeHtml(heading)}</span><span>${range} · ${tagSheetTexts.page(pages.length + 1, count)}</span></p>`
    pages.push(`<section class="page">${top}<ol>\n${shown.map(drawCard).join('\n')}\n</ol></section>`)
    onProgress?.(from + shown.length)
  }
  return `<!doctype html>
<html lang="hr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head><body>
<header class="advice"><h1>${escapeHtml(title)}</h1><p>${tagSheetTexts.howToPrint}</p></header>
<main>${pages.join('\n')}</main>
</body></html>
`
}
