import { tableLines } from '../common/command'
import type { Criterion } from './criteria'
import type { Unexpected } from './meter'
import type { Line, Report } from './report'

/** More of them say nothing new on a page; `--json` has all. */
const SHOWN_DIFFERENCES = 100

const VERDICTS = { go: 'GO', 'no-go': 'NO-GO' } as const

/** Stands at the top of a page that blames nobody. */
export const MEASURE_ELSEWHERE =
  'This computer was too busy to tell: all that was missed are times, which it may have spent itself. Rehearse again from another one (its DATABASE_URL must reach this database) before you doubt the server.'

/** What stands below the numbers. */
const AFTERWARDS =
  'The rehearsal\'s people, teams and points stay until "reset" removes them: stop the server, npm run event -- reset --keep tags,staff,settings'

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const count = (value: number) => value.toLocaleString('en')

export interface Section {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

function metText({ met, isTime }: Criterion, { measure_elsewhere }: Report): string {
  if (met) return 'met'
  return measure_elsewhere && isTime === true ? 'UNCLEAR' : 'MISSED'
}

/** Without it, latencies of a busy computer would be blamed on the server. */
function computerText({ this_computer }: Report): string {
  const { late_p99_ms, late_longest_ms, own_share, load, cores } = this_computer
  const late = `its own timers were up to ${ms(late_p99_ms)} late in 99 of 100 cases, ${ms(late_longest_ms)} at worst`
  return `The latencies contain what this computer itself took: ${late}; the rehearsal computed for ${(own_share * 100).toFixed(0)} % of the time; its load was ${load.toFixed(1)} on ${cores} cores.`
}

function differenceRows({ differences }: Report): string[][] {
  if (differences.length === 0) return [['none']]
  const more = differences.length - SHOWN_DIFFERENCES
  return [...differences.slice(0, SHOWN_DIFFERENCES), ...(more > 0 ? [`… and ${count(more)} more`] : [])].map((one) => [one])
}

const counts = (title: string, lines: readonly Line[]): Section => {
  return { title, head: ['what', 'how many'], rows: lines.map((line) => [line.what, count(line.count)]) }
}

const tally = (title: string, list: readonly Unexpected[]): Section => {
  return { title, head: ['answer', 'times'], rows: list.map(({ call, answer, times }) => [`${call}: ${answer}`, count(times)]) }
}

/** What the page says, as text or as HTML. A section without rows is left out. */
export function pageOf(report: Report) {
  const { run, ordered, server, engine, started_at, ended_at, criteria, latencies } = report
  const size = `${count(ordered.players)} players, ${count(ordered.booths)} booths, ${count(ordered.minutes)} min`
  const sections: Section[] = [
    {
      title: 'What a go takes',
      head: ['what', 'a go takes', 'measured', 'verdict'],
      rows: criteria.map((one) => [one.what, one.limit, one.measured, metText(one, report)]),
    },
    { title: 'Differences', head: ['difference'], rows: differenceRows(report) },
    counts('Sent', report.sent),
    counts('In the ledger', report.holds),
    tally('Answers that nobody provoked', report.unexpected),
    tally('Tried again', report.tried_again),
    {
      title: 'Latencies',
      head: ['call', 'answers', 'median', '95 %', '99 %', 'longest'],
      rows: latencies.map(({ call, answered, p50, p95, p99, longest }) => {
        return [call, count(answered), ms(p50), ms(p95), ms(p99), ms(longest)]
      }),
    },
  ]
  return {
    verdict: VERDICTS[report.verdict],
    /** Which rehearsal it was, and where. */
    top: [`rehearsal ${run}, ${size}`, `${server} on ${engine}, ${started_at} to ${ended_at}`],
    /** null where the numbers blame somebody. */
    warning: report.measure_elsewhere ? MEASURE_ELSEWHERE : null,
    sections: sections.filter(({ rows }) => rows.length > 0),
    bottom: [computerText(report), AFTERWARDS],
  }
}
export type Page = ReturnType<typeof pageOf>

/** Whether a table has several columns of numbers, which say nothing without their heads. */
export const hasNumbers = ({ head }: Section) => head.length > 2

/** The page as plain text. */
export function pageText({ verdict, top, warning, sections, bottom }: Page): string {
  const tables = sections.map((section) => {
    const lines = tableLines(hasNumbers(section) ? [section.head, ...section.rows] : section.rows)
    return `${section.title}\n${lines.map((line) => `  ${line}\n`).join('')}`
  })
  return [
    `${verdict}: ${top.join('\n')}\n`,
    ...(warning === null ? [] : [`${warning}\n`]),
    ...tables,
    `${bottom.join('\n\n')}\n`,
  ].join('\n')
}
