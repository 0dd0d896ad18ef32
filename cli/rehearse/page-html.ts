import { escapeHtml } from '#texts/escape-html'
import type { Unexpected } from './meter'
import {
  AFTERWARDS,
  computerText,
  count,
  LATENCY_HEAD,
  latencyCells,
  MEASURE_ELSEWHERE,
  metText,
  orderText,
  SHOWN_DIFFERENCES,
  VERDICTS,
} from './page-text'
import type { Line, Report } from './report'

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
li { overflow-wrap: anywhere }
@media (max-width: 40rem) {
  .stacked tr { display: grid; grid-template-columns: repeat(var(--numbers), 1fr); border-bottom: 1px solid var(--line) }
  .stacked th, .stacked td { border: 0; padding: .2rem 0; font-size: .85rem; white-space: nowrap }
  .stacked :is(td, th):first-child { grid-column: 1 / -1; font-weight: 600; white-space: normal }
}
@media (prefers-color-scheme: dark) { :root { --go: #5fd08f; --stop: #ff8a80 } }
@media print { body { max-width: none } }`

function row(cells: readonly string[], tag: 'td' | 'th' = 'td'): string {
  const [first = '', ...others] = cells.map(escapeHtml)
  const head = tag === 'th' ? `<th scope="col">${first}</th>` : `<td>${first}</td>`
  return `${head}${others.map((cell) => (tag === 'th' ? `<th scope="col">${cell}</th>` : `<td>${cell}</td>`)).join('')}`
}

/** With numbers to stack, a row's name stands above them on a phone. */
function table(head: readonly string[], rows: readonly string[], numbers?: number): string {
  const kind = numbers === undefined ? '' : ` class="stacked" style="--numbers: ${numbers}"`
  const top = `<thead><tr>${row(head, 'th')}</tr></thead>`
  return `<div class="wide"><table${kind}>${top}\n<tbody>${rows.join('\n')}</tbody></table></div>`
}

const plainRow = (cells: readonly string[]) => `<tr>${row(cells)}</tr>`

function section(title: string, body: string): string {
  return `<section><h2>${escapeHtml(title)}</h2>\n${body}</section>\n`
}

const counts = (lines: readonly Line[]) =>
  table(
    ['what', 'how many'],
    lines.map((line) => plainRow([line.what, count(line.count)])),
  )

function tally(title: string, list: readonly Unexpected[]): string {
  if (list.length === 0) return ''
  const rows = list.map(({ call, answer, times }) => plainRow([call, answer, count(times)]))
  return section(title, table(['call', 'answer', 'times'], rows))
}

function criteriaTable(report: Report): string {
  const rows = report.criteria.map((one) => {
    const { what, limit, measured, met } = one
    return `<tr class="${met ? 'met' : 'missed'}">${row([what, limit, measured, metText(one, report).toLowerCase()])}</tr>`
  })
  return table(['what', 'a go takes', 'measured', 'verdict'], rows, 3)
}

function latencyTable({ latencies }: Report): string {
  const rows = latencies.map((latency) => plainRow(latencyCells(latency)))
  return table(LATENCY_HEAD, rows, LATENCY_HEAD.length - 1)
}

function differenceList({ differences }: Report): string {
  if (differences.length === 0) return '<p>None.</p>'
  const shown = differences.slice(0, SHOWN_DIFFERENCES).map((one) => `<li>${escapeHtml(one)}</li>`)
  const more = differences.length - shown.length
  return `<ul>${shown.join('\n')}</ul>${more > 0 ? `<p>… and ${count(more)} more</p>` : ''}`
}

/** The page as one HTML file that needs no other. */
export function pageHtml(report: Report): string {
  const { verdict, server, engine, started_at, ended_at } = report
  const title = `${VERDICTS[verdict]}: rehearsal ${report.run}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head><body>
<header class="${verdict}"><h1>${VERDICTS[verdict]}</h1>
<p>Rehearsal ${escapeHtml(report.run)}: ${escapeHtml(orderText(report))}</p>
<p>${escapeHtml(server)} on ${escapeHtml(engine)}, ${escapeHtml(started_at)} to ${escapeHtml(ended_at)}</p>${report.measure_elsewhere ? `<p><strong>${escapeHtml(MEASURE_ELSEWHERE)}</strong></p>` : ''}</header>
<main>
${section('What a go takes', criteriaTable(report))}${section('Differences', differenceList(report))}${section('Sent', counts(report.sent))}${section('In the ledger', counts(report.holds))}${tally('Answers that nobody provoked', report.unexpected)}${tally('Tried again', report.tried_again)}${section('Latencies', `${latencyTable(report)}<p>${escapeHtml(computerText(report))}</p>`)}
<p>${escapeHtml(AFTERWARDS)}</p>
</main></body></html>
`
}
