import { formatMoment } from '#lib/clock-time'
import { wordsFor } from '#texts/code-words'
import { escapeHtml } from '#texts/escape-html'
import { personDataTexts as texts } from '#texts/person-data'
import { savedPage } from './saved-page'

type Row = Readonly<Record<string, unknown>>

const STYLE = `
:root{color-scheme:light dark}
body{max-width:64rem;margin:auto;padding:1rem;font:16px/1.45 system-ui,sans-serif}
h1{font-size:1.75rem;overflow-wrap:anywhere}
h2{margin:2rem 0 .5rem;font-size:1.25rem}
table{border-collapse:collapse;text-align:left;font-size:.9rem}
td,th{padding:.35rem .75rem .35rem 0;border-bottom:1px solid #8888;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600}
tr{break-inside:avoid}
.wide{overflow-x:auto}
`

const isTime = (name: string) => name === 'at' || name === 'organiser_since' || name.endsWith('_at')

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const at = isTime(name) ? Date.parse(text) : Number.NaN
  // Pass 0 as the current time, so that each time is shown with its date and year.
  return Number.isNaN(at) ? wordsFor(name, text) : formatMoment(at, 0)
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes a table. A single row becomes pairs of a name and a value. */
function tableOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const heading = (name: string, scope: string) =>
    `<th scope="${scope}">${escapeHtml(texts.field(name))}</th>`
  const cell = (row: Row, name: string) => `<td>${escapeHtml(valueText(name, row[name]))}</td>`
  const [only] = rows
  if (only !== undefined && rows.length === 1)
    return `<table>${names.map((name) => `<tr>${heading(name, 'row')}${cell(only, name)}</tr>`).join('')}</table>`
  const head = names.map((name) => heading(name, 'col')).join('')
  const body = rows.map((row) => `<tr>${names.map((name) => cell(row, name)).join('')}</tr>`)
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

/** Makes a readable page of all data stored about a person, with times in the event's zone. */
export function personDataPage(name: string, at: number, data: Row): string {
  const kinds = Object.entries(data).map(([kind, value]) => ({
    title: texts.kind(kind),
    rows: (Array.isArray(value) ? value : [value]).filter(isRow),
  }))
  const empty = kinds.filter(({ rows }) => rows.length === 0).map(({ title }) => title)
  const title = escapeHtml(texts.title(name))
  const sections = kinds
    .filter(({ rows }) => rows.length > 0)
    .map(
      ({ title: kind, rows }) => `<section><h2>${escapeHtml(kind)}</h2>${tableOf(rows)}</section>`,
    )
  return savedPage(
    title,
    STYLE,
    `<h1>${title}</h1>
<p>${escapeHtml(texts.asOf(formatMoment(at, 0)))}</p>
<p>${texts.beside}</p>
${sections.join('\n')}
${empty.length === 0 ? '' : `<p>${texts.nothing} ${escapeHtml(empty.join(', '))}.</p>`}`,
  )
}
