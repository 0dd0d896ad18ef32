import { escapeHtml } from '#texts/escape-html'
import { hasNumbers, type Page, type Section } from './page-text'

const STYLE = `
:root { color-scheme: light dark; --go: #0a7a3d; --stop: #b3261e; --line: #8885 }
* { box-sizing: border-box }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.45 system-ui, sans-serif }
header { border-left: .6rem solid var(--tone); padding-left: 1rem }
h1 { margin: 0; font-size: 2.6rem; line-height: 1.1; color: var(--tone) }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem }
p { margin: .3rem 0; overflow-wrap: anywhere }
.go { --tone: var(--go) } .no-go { --tone: var(--stop) }
.wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top }
th:first-child, td:first-child { text-align: left; padding-left: 0 }
td:last-child, th:last-child { padding-right: 0 }
thead th { font-weight: 600; white-space: nowrap }
.missed td { color: var(--stop); font-weight: 600 }
@media (max-width: 40rem) {
  .stacked tr { display: grid; grid-template-columns: repeat(var(--numbers), 1fr); border-bottom: 1px solid var(--line) }
  .stacked th, .stacked td { border: 0; padding: .2rem 0; font-size: .85rem; white-space: nowrap }
  .stacked :is(td, th):first-child { grid-column: 1 / -1; font-weight: 600; white-space: normal }
}
@media (prefers-color-scheme: dark) { :root { --go: #5fd08f; --stop: #ff8a80 } }
@media print { body { max-width: none } }`

const row = (cells: readonly string[], tag: 'td' | 'th scope="col"') =>
  cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag.slice(0, 2)}>`).join('')

/** On a phone a row's name stands above its numbers. */
function table(section: Section): string {
  const stacked = hasNumbers(section) ? ` class="stacked" style="--numbers: ${section.head.length - 1}"` : ''
  const rows = section.rows.map((cells) => {
    const missed = /^(MISSED|UNCLEAR)$/.test(cells.at(-1) ?? '') ? ' class="missed"' : ''
    return `<tr${missed}>${row(cells, 'td')}</tr>`
  })
  const head = `<thead><tr>${row(section.head, 'th scope="col"')}</tr></thead>`
  return `<section><h2>${escapeHtml(section.title)}</h2>
<div class="wide"><table${stacked}>${head}
<tbody>${rows.join('\n')}</tbody></table></div></section>`
}

const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')

/** The page as one HTML file that needs no other. */
export function pageHtml({ verdict, top, warning, sections, bottom }: Page): string {
  const strong = warning === null ? '' : `<p><strong>${escapeHtml(warning)}</strong></p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(`${verdict}: ${top[0]}`)}</title>
<style>${STYLE}</style></head><body>
<header class="${verdict.toLowerCase()}"><h1>${verdict}</h1>
${paragraphs(top)}${strong}</header>
<main>
${sections.map(table).join('\n')}
${paragraphs(bottom)}
</main></body></html>
`
}
