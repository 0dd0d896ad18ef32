import { tableLines } from '../common/output'
import type { Criterion } from './criteria'
import type { Latency, Unexpected } from './meter'
import type { Report } from './report'

/** More of them say nothing new on a page; `--json` has all. */
export const SHOWN_DIFFERENCES = 100

export const VERDICTS = { go: 'GO', 'no-go': 'NO-GO' } as const

/** Stands at the top of a page that blames nobody. */
export const MEASURE_ELSEWHERE =
  'This computer was too busy to tell: all that was missed are times, which it may have spent itself. Rehearse again from another one (its DATABASE_URL must reach this database) before you doubt the server.'

export function metText({ met, isTime }: Criterion, { measure_elsewhere }: Report): string {
  if (met) return 'met'
  return measure_elsewhere && isTime === true ? 'UNCLEAR' : 'MISSED'
}

/** What stands below the numbers. */
export const AFTERWARDS =
  'The rehearsal\'s people, teams and points stay until "reset" removes them: stop the server, npm run event -- reset --keep tags,staff,settings'

export const LATENCY_HEAD = ['call', 'answers', 'median', '95 %', '99 %', 'longest'] as const

export const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const count = (value: number) => value.toLocaleString('en')

export function latencyCells({ call, answered, p50, p95, p99, longest }: Latency): string[] {
  return [call, count(answered), ms(p50), ms(p95), ms(p99), ms(longest)]
}

export function orderText({ ordered }: Report): string {
  const { players, booths, minutes } = ordered
  return `${count(players)} players, ${count(booths)} booths, ${count(minutes)} min`
}

/** Without it, latencies of a busy computer would be blamed on the server. */
export function computerText({ this_computer }: Report): string {
  const { late_p99_ms, late_longest_ms, own_share, load, cores } = this_computer
  const late = `its own timers were up to ${ms(late_p99_ms)} late in 99 of 100 cases, ${ms(late_longest_ms)} at worst`
  return `The latencies contain what this computer itself took: ${late}; the rehearsal computed for ${(own_share * 100).toFixed(0)} % of the time; its load was ${load.toFixed(1)} on ${cores} cores.`
}

function table(rows: readonly (readonly string[])[]): string {
  return tableLines(rows)
    .map((line) => `  ${line}\n`)
    .join('')
}

const tallyRows = (list: readonly Unexpected[]) => list.map(({ call, answer, times }) => [`${call}: ${answer}`, count(times)])

function section(title: string, body: string): string {
  return body === '' ? '' : `\n${title}\n${body}`
}

/** The page as plain text. */
export function pageText(report: Report): string {
  const { verdict, criteria, differences } = report
  const shown = differences.slice(0, SHOWN_DIFFERENCES)
  const more = differences.length - shown.length
  const list = shown.map((one) => `  ${one}\n`).join('') + (more > 0 ? `  … and ${count(more)} more\n` : '')
  return [
    `${VERDICTS[verdict]}: rehearsal ${report.run}, ${orderText(report)}\n`,
    `${report.server} on ${report.engine}, ${report.started_at} to ${report.ended_at}\n`,
    report.measure_elsewhere ? `\n${MEASURE_ELSEWHERE}\n` : '',
    section('What a go takes', table(criteria.map((one) => [one.what, one.limit, one.measured, metText(one, report)]))),
    section('Differences', differences.length === 0 ? '  none\n' : list),
    section('Sent', table(report.sent.map((line) => [line.what, count(line.count)]))),
    section('In the ledger', table(report.holds.map((line) => [line.what, count(line.count)]))),
    section('Answers that nobody provoked', table(tallyRows(report.unexpected))),
    section('Tried again', table(tallyRows(report.tried_again))),
    section('Latencies', table([LATENCY_HEAD, ...report.latencies.map(latencyCells)])),
    `  ${computerText(report)}\n`,
    `\n${AFTERWARDS}\n`,
  ].join('')
}
