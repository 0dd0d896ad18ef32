import type { Overview } from '#contract/organiser-entities'
import { formatAgo } from '#lib/clock-time'
import { organiserTexts } from '#texts/organiser'

/** A booth is silent once none of its devices has called for this long (ms). */
const SILENT_MS = 10 * 60_000
/** Staff are expected this long before the start (ms). */
const BEFORE_START_MS = 60 * 60_000
/** So many refusals in an hour are worth a look. */
const MANY_REFUSALS = 5

type Booth = Overview['booths'][number]
type Staff = Booth['staff'][number]
type Event = Pick<Overview['event'], 'starts_at' | 'ends_at'>

/** Of the troubles of all booths, those with the lowest number are named first. */
const URGENCY = { silentWithAwards: 0, silent: 1, notSignedIn: 2, waiting: 3, refused: 4 } as const

/** A trouble leads to its booth. */
export interface Trouble {
  readonly vendorId: string
  readonly booth: string
  readonly kind: keyof typeof URGENCY
  readonly text: string
}

/** When the last of these people's devices called; null if none ever has. */
function lastSeen(staff: readonly Staff[]): string | null {
  const times = staff.flatMap(({ last_seen_at }) => last_seen_at ?? [])
  return times.toSorted().at(-1) ?? null
}

const isSilent = (seen: string | null, now: number): seen is string => seen !== null && now - Date.parse(seen) > SILENT_MS

/** What waits on a person's devices. Adds their last contact only if it differs from the booth's. */
function waitsText({ nickname, waiting, last_seen_at: own }: Staff, booth: string | null, now: number): string {
  const isOwnNews = isSilent(own, now) && own !== booth
  return organiserTexts.waitsOn(waiting ?? 0, nickname, isOwnNews ? formatAgo(own, now) : null)
}

/** From an hour before the start until the end. */
function isExpected({ starts_at, ends_at }: Event, now: number): boolean {
  const isOver = ends_at !== null && now > Date.parse(ends_at)
  return !isOver && (starts_at === null || now >= Date.parse(starts_at) - BEFORE_START_MS)
}

function troublesOf(booth: Booth, event: Event, now: number): Trouble[] {
  const { vendor_id, name, staff, refused_last_hour } = booth
  const seen = lastSeen(staff)
  const holders = staff.filter(({ waiting }) => (waiting ?? 0) > 0)
  // What it gave before counts all the same.
  if (booth.closed && holders.length === 0) return []
  const waits = holders.map((person) => waitsText(person, isSilent(seen, now) ? seen : null, now))
  const trouble = (kind: keyof typeof URGENCY, text: string): Trouble => ({
    vendorId: vendor_id,
    booth: name,
    kind,
    text: `${name}: ${text}`,
  })
  const nobodyCame = isExpected(event, now) && !staff.some(({ signed_in }) => signed_in)
  return [
    ...(isSilent(seen, now)
      ? [
          trouble(
            holders.length > 0 ? 'silentWithAwards' : 'silent',
            [organiserTexts.silent(formatAgo(seen, now)), ...waits].join(' · '),
          ),
        ]
      : waits.map((text) => trouble('waiting', text))),
    ...(nobodyCame ? [trouble('notSignedIn', organiserTexts.notSignedIn)] : []),
    ...(refused_last_hour >= MANY_REFUSALS ? [trouble('refused', organiserTexts.refusedLately(refused_last_hour))] : []),
  ]
}

/** What is wrong with booths, worst first: none of a booth's devices calls, nobody came, awards wait on one, or many are refused. */
export function boothTroubles({ booths, event }: Pick<Overview, 'booths'> & { readonly event: Event }, now: number): Trouble[] {
  return booths.flatMap((booth) => troublesOf(booth, event, now)).sort((a, b) => URGENCY[a.kind] - URGENCY[b.kind])
}
