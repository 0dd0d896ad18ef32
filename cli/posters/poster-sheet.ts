import { escapeHtml } from '#texts/escape-html'
import { counted, nouns } from '#texts/nouns'
import { boothPosterTexts } from '#texts/printed'
import { largestSize, lineCount, textWidth } from '../paper/fit-text'
import { qrCode } from '../paper/qr-sheet'

export interface Poster {
  readonly name: string
  readonly location: string
  readonly pointTypes: readonly { readonly label: string; readonly points: number }[]
  /** The address of the booth's tag. */
  readonly url: string
}

/** In mm. A page is A4 minus its margins, the code at least so large that it is scanned from some steps away. */
const PAGE = { width: 186, height: 272 }
const CODE_LEAST = 90
const SCAN = 12
const GAP = 6

const NAME = { sizes: [9, 34], height: 70, leading: 1.2 } as const
/** Many types of points leave the name less room. */
const MANY_TYPES = 8
const NAME_ABOVE_MANY = { ...NAME, height: 45 } as const
const LOCATION = { sizes: [4, 8], height: 17, leading: 1.3 } as const
/** `row`: what a row takes besides its lines. */
const TYPES = { sizes: [2, 9], width: 165, between: 5, leading: 1.25, row: 1.2 } as const

const STYLE = `
@page { size: A4; margin: 12mm }
* { box-sizing: border-box; margin: 0 }
body { color: #000; background: #fff; font: 6mm/1.3 system-ui, sans-serif }
.advice { max-width: ${PAGE.width}mm; margin: 6mm auto; font-size: 4.5mm }
.page { width: ${PAGE.width}mm; height: ${PAGE.height}mm; margin: 0 auto; break-after: page; overflow: hidden; display: flex; flex-direction: column; align-items: center; gap: ${GAP}mm; text-align: center }
.page:last-child { break-after: auto }
header { width: 100% }
h2 { line-height: ${NAME.leading}; overflow-wrap: anywhere }
.location { line-height: ${LOCATION.leading}; color: #333; overflow-wrap: anywhere }
ul { width: ${TYPES.width}mm; padding: 0; list-style: none; line-height: ${TYPES.leading} }
li { display: flex; justify-content: space-between; gap: ${TYPES.between}mm; padding: .4mm 0; border-bottom: .25mm solid #999; text-align: left }
li span { overflow-wrap: anywhere }
li b { white-space: nowrap }
.code { flex: 1; min-height: 0; width: 100%; display: flex; flex-direction: column; justify-content: center }
img { flex: 0 1 ${PAGE.width - 20}mm; min-height: 0; width: 100% }
@media screen { .page { margin-bottom: 20mm } }
@media print { .advice { display: none } }`

interface Space {
  readonly sizes: readonly [least: number, most: number]
  readonly height: number
  readonly leading: number
}

/** A text in the largest type that fits its space, and how high it is then. */
function fitted(text: string, { sizes, height, leading }: Space): { readonly size: number; readonly height: number } {
  const heightAt = (size: number) => lineCount(text, size, PAGE.width) * size * leading
  const size = largestSize(sizes, (one) => heightAt(one) <= height)
  return { size, height: heightAt(size) }
}

function typesHeight(types: Poster['pointTypes'], size: number): number {
  return types.reduce((sum, { label, points }) => {
    const width = TYPES.width - TYPES.between - textWidth(counted(points, nouns.point)) * size
    return sum + lineCount(label, size, width) * size * TYPES.leading + TYPES.row
  }, 0)
}

function drawPoster({ name, location, pointTypes, url }: Poster): string {
  const [title, place] = [fitted(name, pointTypes.length > MANY_TYPES ? NAME_ABOVE_MANY : NAME), fitted(location, LOCATION)]
  const left = PAGE.height - title.height - place.height - CODE_LEAST - SCAN - 2 * GAP
  const size = largestSize(TYPES.sizes, (one) => typesHeight(pointTypes, one) <= left)
  const types = pointTypes.map(
    ({ label, points }) => `<li><span>${escapeHtml(label)}</span><b>${counted(points, nouns.point)}</b></li>`,
  )
  const list = types.length === 0 ? '' : `<ul style="font-size: ${size}mm">${types.join('')}</ul>`
  const where = location === '' ? '' : `<p class="location" style="font-size: ${place.size}mm">${escapeHtml(location)}</p>`
  return `<section class="page"><header><h2 style="font-size: ${title.size}mm">${escapeHtml(name)}</h2>${where}</header>
${list}
<div class="code">${qrCode(url, boothPosterTexts.code(name))}<p>${boothPosterTexts.scan}</p></div></section>`
}

/** A standalone HTML file with an A4 page for each booth. */
export function posterSheet(posters: readonly Poster[]): string {
  return `<!doctype html>
<html lang="hr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${boothPosterTexts.title}</title>
<style>${STYLE}</style></head><body>
<header class="advice"><h1>${boothPosterTexts.title}</h1><p>${boothPosterTexts.howToPrint}</p></header>
<main>${posters.map(drawPoster).join('\n')}</main>
</body></html>
`
}
