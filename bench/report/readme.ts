import { readFileSync, writeFileSync } from 'node:fs'
import { machineKind } from './machine'
import type { Row } from './row'

const FILE = 'bench/README.md'
const HEAD = ['what', 'measured', 'floor', 'ratio', 'goal', '', 'on']

const tableLine = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function line(row: Row, day: string): string {
  const verdict = [row.verdict, row.note].filter((part) => part !== undefined && part !== '').join(': ')
  return tableLine([row.what, row.measured, row.floor, row.ratio, row.goal, verdict, day])
}

const subjectOf = (tableRow: string) => tableRow.split(' | ', 1)[0]

/** Replaces lines of a section with new ones. Numbers from another machine are dropped. */
function merge(old: string, fresh: readonly string[]): string[] {
  const machine = machineKind()
  const kept = old.includes(`Measured on ${machine}.`) ? old.split('\n').filter((text) => /^\| (?!what |---)/.test(text)) : []
  const merged = kept.map((text) => fresh.find((one) => subjectOf(one) === subjectOf(text)) ?? text)
  const added = fresh.filter((one) => !kept.some((text) => subjectOf(text) === subjectOf(one)))
  return [`Measured on ${machine}.`, '', tableLine(HEAD), tableLine(HEAD.map(() => '---')), ...merged, ...added]
}

/** Writes rows into their section of the README, between its marks; the text around them is kept. */
export function writeReadme(section: string, rows: readonly Row[]): void {
  const text = readFileSync(FILE, 'utf8')
  const [begin, end] = [`<!-- results: ${section} -->\n`, '<!-- end of results -->']
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from === -1 || to === -1) throw new Error(`${FILE} has no place for the results of ${section}`)
  const day = new Date().toISOString().slice(0, 10)
  const block = merge(
    text.slice(from, to),
    rows.map((row) => line(row, day)),
  )
  writeFileSync(FILE, `${text.slice(0, from + begin.length)}\n${block.join('\n')}\n\n${text.slice(to)}`)
}
