import { COMMAND } from '#server/command-name'
import type { compare } from './compare'
import type { Rehearsal } from './rehearsal'

/** Limits for a "go". `triedAgain` is a share of all calls, `open` of all signed-in phones. */
const LIMITS = {
  awardP99Ms: 500,
  readingP99Ms: 1_000,
  shownP99Ms: 2_000,
  drainMs: 30_000,
  triedAgain: 0.01,
  open: 0.99,
}

const number = (value: number) => value.toLocaleString('en')
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const percent = (share: number) => `${Number((share * 100).toFixed(2))} %`

/** Lists every criterion with its measured value. A go requires that all are met. */
function judge(rehearsal: Rehearsal, differences: number, drainMs: number) {
  const { results, meter, size } = rehearsal
  const { sent, tryAgain, unexpected } = meter.counts
  const signedIn = results.counts['sign-ins']
  const joined = results.teams.reduce((sum, { memberIds }) => sum + memberIds.size, 0)
  const criterion = (what: string, limit: string, measured: string, met: boolean) => ({
    what,
    limit,
    measured,
    met,
  })
  const none = (what: string, count: number) => criterion(what, 'none', String(count), count === 0)
  const all = (what: string, count: number, of: number) =>
    criterion(what, String(of), String(count), count === of)
  const within = (what: string, limit: number) => {
    const { answered, p99 } = meter.latencies().find((one) => one.what === what) ?? {
      answered: 0,
      p99: 0,
    }
    // Without any answer the limit is not met, because no speed is proven.
    return criterion(
      `99 of 100: ${what}`,
      `within ${ms(limit)}`,
      answered === 0 ? 'none' : ms(p99),
      answered > 0 && p99 <= limit,
    )
  }
  const [open, tried] = [meter.streams.size / signedIn, tryAgain / sent]
  return [
    none('Differences between the answers and the database', differences),
    none('Unexpected answers (errors, refusals)', unexpected),
    all('Everybody signed in', signedIn, size.players + size.booths),
    all('Every player got into a team', joined, size.players),
    within("a booth's awards", LIMITS.awardP99Ms),
    within("everybody's readings", LIMITS.readingP99Ms),
    within("from a booth's tap to the points on a card", LIMITS.shownP99Ms),
    criterion(
      'Live streams open at the end',
      `at least ${percent(LIMITS.open)}`,
      percent(open),
      open >= LIMITS.open,
    ),
    criterion(
      'Calls answered at the first try',
      `all but ${percent(LIMITS.triedAgain)}`,
      percent(1 - tried),
      tried <= LIMITS.triedAgain,
    ),
    criterion(
      'No award waits at a booth after the end',
      `within ${ms(LIMITS.drainMs)}`,
      ms(drainMs),
      drainMs <= LIMITS.drainMs,
    ),
    criterion(
      'Played to the end',
      'yes',
      rehearsal.isStopped() ? 'no, it was stopped' : 'yes',
      !rehearsal.isStopped(),
    ),
  ]
}

type Findings = Awaited<ReturnType<typeof compare>> &
  Readonly<Record<'server' | 'engine' | 'started_at' | 'ended_at', string>>

/**
 * Builds the report's data, also the output of `--json`.
 * @param drainMs from the end of the play until the last booth had sent everything
 */
export function makeReport(rehearsal: Rehearsal, findings: Findings, drainMs: number) {
  const { results, meter, plan, size } = rehearsal
  const criteria = judge(rehearsal, findings.differences.length, drainMs)
  const answered = (code: string | null) =>
    results.awards.filter(({ outcome }) => outcome === code).length
  const sent: Readonly<Record<string, number>> = {
    'calls in all': meter.counts.sent,
    'live streams': meter.streams.size,
    'teams founded': results.teams.length,
    'awards made': results.awards.length,
    'awards answered as recorded': answered('recorded'),
    'awards refused as expected (made during a cooldown)': answered('COOLDOWN'),
    ...results.counts,
  }
  return {
    verdict: criteria.every(({ met }) => met) ? ('go' as const) : ('no-go' as const),
    criteria,
    run: plan.run,
    ordered: size,
    ...findings,
    sent,
    unexpected: meter.answers.unexpected,
    tried_again: meter.answers.tryAgain,
    latencies: meter.latencies(),
  }
}
export type Report = ReturnType<typeof makeReport>

/** Formats the report as paragraphs and titled tables. */
export function pageOf(report: Report) {
  const { run, ordered, server, engine, started_at, ended_at, differences } = report
  const size = `${number(ordered.players)} players, ${number(ordered.booths)} booths, ${number(ordered.minutes)} min`
  const counts = (list: Readonly<Record<string, number>>) =>
    Object.entries(list).map(([what, count]) => [what, number(count)])
  // Print at most 100 differences, because more tell a reader nothing new; `--json` lists all.
  const more = differences.length - 100
  const shown = [...differences.slice(0, 100), ...(more > 0 ? [`… and ${number(more)} more`] : [])]
  const tables: Readonly<Record<string, readonly (readonly string[])[]>> = {
    Criteria: [
      ['what', 'required', 'measured', 'verdict'],
      ...report.criteria.map(({ what, limit, measured, met }) => [
        what,
        limit,
        measured,
        met ? 'met' : 'MISSED',
      ]),
    ],
    Differences: (shown.length === 0 ? ['none'] : shown).map((line) => [line]),
    Sent: counts(report.sent),
    'In the ledger': counts(report.holds),
    'Unexpected answers': counts(report.unexpected),
    'Calls that were tried again': counts(report.tried_again),
    Latencies: [
      ['what', 'how often', 'median', '95 %', '99 %', 'longest'],
      ...report.latencies.map((one) => [
        one.what,
        number(one.answered),
        ...[one.p50, one.p95, one.p99, one.longest].map(ms),
      ]),
    ],
  }
  return {
    top: `${report.verdict.toUpperCase()}: rehearsal ${run}, ${size}\n${server} on ${engine}, ${started_at} to ${ended_at}`,
    tables: Object.entries(tables).filter(([, rows]) => rows.length > 0),
    bottom: `The latencies include this computer's own time. If it was busy, rehearse again from another computer that reaches this database by its DATABASE_URL.

The rehearsal's people, teams and points stay until "reset" removes them: stop the server, ${COMMAND} reset --keep tags,staff,settings`,
  }
}
