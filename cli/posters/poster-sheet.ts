import { escapeHtml } from '#texts/escape-html'
import { counted, nouns } from '#texts/nouns'
import { boothPosterTexts } from '#texts/printed'
import { qrSvg } from '../paper/qr-sheet'

export interface Poster {
  readonly name: string
  readonly location: string
  readonly pointTypes: readonly { readonly label: string; readonly points: number }[]
  /** The address of the booth's tag. */
  readonly url: string
}

/** In mm, so that a page is A4 on every printer. A name of 80 characters and twelve types of points fit. */
const STYLE = `
@page { size: A4; margin: 12mm }
* { box-sizing: border-box; margin: 0 }
body { color: #000; background: #fff; font: 6mm/1.3 system-ui, sans-serif }
.advice { max-width: 186mm; margin: 6mm auto; font-size: 4.5mm }
.page { width: 186mm; height: 272mm; margin: 0 auto; break-after: page; overflow: hidden; display: flex; flex-direction: column; align-items: center; justify-content: space-between; text-align: center }
.page:last-child { break-after: auto }
h2 { font-size: 17mm; line-height: 1.1; overflow-wrap: anywhere }
h2.long { font-size: 11mm }
.location { margin-top: 2mm; color: #444 }
ul { padding: 0; list-style: none }
li { display: flex; justify-content: space-between; gap: 10mm; min-width: 110mm; padding: 1mm 0; border-bottom: .25mm solid #999 }
ul.many li { font-size: 4.2mm; padding: .3mm 0 }
li b { white-space: nowrap }
svg { width: 110mm; height: 110mm; flex: none }
@media screen { .page { margin-bottom: 20mm } }
@media print { .advice { display: none } }`

const LONG_NAME = 24
const MANY_TYPES = 8

function drawPoster({ name, location, pointTypes, url }: Poster): string {
  const types = pointTypes.map(
    ({ label, points }) => `<li><span>${escapeHtml(label)}</span><b>${counted(points, nouns.point)}</b></li>`,
  )
  const list = types.length === 0 ? '' : `<ul${types.length > MANY_TYPES ? ' class="many"' : ''}>${types.join('')}</ul>`
  const place = location === '' ? '' : `<p class="location">${escapeHtml(location)}</p>`
  return `<section class="page"><header><h2${name.length > LONG_NAME ? ' class="long"' : ''}>${escapeHtml(name)}</h2>${place}</header>
${list}
<div>${qrSvg(url, boothPosterTexts.code(name))}<p>${boothPosterTexts.scan}</p></div></section>`
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
