import { tagSheetTexts } from '#i18n/tag-sheet'
import { escapeHtml } from '#lib/escape-html'
import { groupTagId } from '#rules/tag-id'
import { qrPath } from './qr-path'

const COLUMNS = 4
const ROWS = 6
const PER_PAGE = COLUMNS * ROWS

/** Everything in mm, so that the sheet is as large on paper wherever it is printed; the page is A4 less its margins. */
const STYLE = `
@page { size: A4; margin: 10mm }
* { box-sizing: border-box; margin: 0 }
body { color: #000; background: #fff; font: 3mm/1.25 system-ui, sans-serif }
.advice { max-width: 190mm; margin: 6mm auto; font-size: 4.5mm }
.page { width: 190mm; height: 277mm; margin: 0 auto; break-after: page; overflow: hidden }
.page:last-child { break-after: auto }
.page > p { display: flex; justify-content: space-between; height: 6mm; color: #444 }
ol { display: grid; grid-template-columns: repeat(${COLUMNS}, 1fr); grid-auto-rows: 45mm; padding: 0; list-style: none; border: dashed #999; border-width: .25mm 0 0 .25mm }
li { display: flex; flex-direction: column; align-items: center; border: dashed #999; border-width: 0 .25mm .25mm 0; padding: .3mm 1mm; text-align: center; overflow: hidden }
svg { width: 32mm; height: 32mm; flex: none }
.kind { max-width: 100%; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
.id { font: 3.4mm/1.2 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; font-weight: 600; max-width: 12ch }
@media screen { .page { padding-top: 2mm } }
@media print { .advice { display: none } }`

export interface SheetTag {
  readonly id: string
  /** What its QR code holds. */
  readonly url: string
}

interface Sheet {
  readonly tags: readonly SheetTag[]
  /** What every tag on it is, as its printed line says. */
  readonly kind: string
  /** Where the tags lead to, printed on every page. */
  readonly host: string
  /** Called after each page with how many codes are drawn. */
  readonly onProgress?: (drawn: number) => void
}

function drawTag({ id, url }: SheetTag, kind: string): string {
  const { path, size } = qrPath(url)
  return `<li><svg role="img" aria-label="${escapeHtml(tagSheetTexts.code(id))}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>
<span class="kind">${escapeHtml(kind)}</span><span class="id">${escapeHtml(groupTagId(id))}</span></li>`
}

/** A page for A4 with a QR code for each tag and its id beneath, to print and cut up; it needs no other file. */
export function tagSheet({ tags, kind, host, onProgress }: Sheet): string {
  const pages: string[] = []
  const count = Math.ceil(tags.length / PER_PAGE)
  for (let from = 0; from < tags.length; from += PER_PAGE) {
    const shown = tags.slice(from, from + PER_PAGE)
    const range = tagSheetTexts.range(from + 1, from + shown.length, tags.length)
    const heading = `<p><span>${escapeHtml(`${host} · ${kind}`)}</span><span>${range} · ${tagSheetTexts.page(pages.length + 1, count)}</span></p>`
    pages.push(`<section class="page">${heading}<ol>\n${shown.map((tag) => drawTag(tag, kind)).join('\n')}\n</ol></section>`)
    onProgress?.(from + shown.length)
  }
  const title = escapeHtml(tagSheetTexts.title(tags.length))
  return `<!doctype html>
<html lang="hr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${STYLE}</style></head><body>
<header class="advice"><h1>${title}</h1><p>${tagSheetTexts.howToPrint}</p></header>
<main>${pages.join('\n')}</main>
</body></html>
`
}
