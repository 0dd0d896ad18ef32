import type { Reader } from '#server/db/database'
import { readBooths } from '#server/db/queries/booths'
import { readSmsSpent, readSmsTotals } from '#server/db/queries/sms-messages'
import type { SpendingLimit } from '#server/sms/sms-desk'
import { tableLines } from '../common/output'

const newest = (times: readonly (string | null)[]) => times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)

/** What changes by the minute while the event runs. */
export async function readDayStatus(db: Reader, budget: SpendingLimit, now: number) {
  const booths = await readBooths(db, now)
  const { sent, failed } = await readSmsTotals(db)
  const spent = await readSmsSpent(db, now)
  return {
    booths: booths.map(({ vendor_id, name, awards_last_hour, refused_last_hour, staff }) => {
      const told = staff.flatMap(({ waiting }) => (waiting === null ? [] : [waiting]))
      return {
        ...{ vendor_id, name, awards_last_hour, refused_last_hour },
        /** When any of the booth's devices was last heard of. */
        last_seen_at: newest(staff.map((person) => person.last_seen_at)),
        /** Awards on its devices that the server does not have yet; null if no device has said. */
        waiting: told.length === 0 ? null : told.reduce((sum, one) => sum + one, 0),
      }
    }),
    sms: { sent, failed, spent: spent.all, spent_day: spent.day, budget: budget.all, budget_day: budget.day },
  }
}

export type DayStatus = Awaited<ReturnType<typeof readDayStatus>>

/** `12 s ago`; a day is long enough for an event. */
function agoText(time: string | null, now: number): string {
  if (time === null) return 'never'
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1000))
  if (seconds < 120) return `${seconds} s ago`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min ago` : `${Math.round(seconds / 3600)} h ago`
}

/** Formats it for the terminal: a line of SMS, and a table of the booths. */
export function dayStatusText({ booths, sms }: DayStatus, now: number): string {
  const counts = `${sms.sent} sent, ${sms.failed} failed; budget used: ${sms.spent} of ${sms.budget}, ${sms.spent_day} of ${sms.budget_day} in 24 hours`
  const rows = [
    ['Booth', 'last seen', 'awards/h', 'refused/h', 'waiting'],
    ...booths.map((booth) => [
      `${booth.name} (${booth.vendor_id})`,
      agoText(booth.last_seen_at, now),
      String(booth.awards_last_hour),
      String(booth.refused_last_hour),
      booth.waiting === null ? '?' : String(booth.waiting),
    ]),
  ]
  return `${'SMS'.padEnd(14)}${counts}\n${booths.length === 0 ? '' : `\n${tableLines(rows).join('\n')}\n`}`
}
