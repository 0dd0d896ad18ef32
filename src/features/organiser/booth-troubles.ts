import type { Overview } from '#contract/organiser-entities'
import { organiserTexts } from '#i18n/organiser'
import { formatRelativeDate } from '#lib/relative-date'

/** A booth is silent once none of its devices has called for this long (ms). */
const SILENT_MS = 10 * 60_000
/** So many refusals in an hour are worth a look. */
const MANY_REFUSALS = 5

type Booth = Overview['booths'][number]

/** How long ago something was, by the server's clock. */
export function ago(at: string, now: number): string {
  return formatRelativeDate(Math.min(Date.parse(at), now), new Date(now))
}

/** What is wrong with a booth: none of its devices calls, awards wait on one, or many are refused. */
export function troublesOf(booth: Booth, now: number): string[] {
  const seen = booth.staff.flatMap(({ last_seen_at }) => (last_seen_at === null ? [] : [last_seen_at])).sort()
  const last = seen.at(-1)
  const isSilent = last !== undefined && now - Date.parse(last) > SILENT_MS
  return [
    ...(isSilent ? [organiserTexts.boothSilent(booth.name, ago(last, now))] : []),
    ...booth.staff
      .filter(({ waiting }) => (waiting ?? 0) > 0)
      .map(({ nickname, waiting }) => organiserTexts.boothWaits(booth.name, nickname, waiting ?? 0)),
    ...(booth.refused_last_hour >= MANY_REFUSALS ? [organiserTexts.boothRefused(booth.name, booth.refused_last_hour)] : []),
  ]
}
