import type { Overview } from '#contract/organiser-entities'

/** A booth is silent once none of its devices has called for this long (ms). */
const SILENT_MS = 10 * 60_000
/** Staff are expected this long before the start (ms). */
const BEFORE_START_MS = 60 * 60_000
/** From so long before the end (ms) it matters most that nothing waits on a device, and the ranking may be frozen. */
const NEAR_END_MS = 30 * 60_000
/** So many refusals in an hour are worth a look. */
const MANY_REFUSALS = 5

type Booth = Overview['booths'][number]

/** Somebody whose devices said that awards wait on them. */
export type Holder = Booth['staff'][number] & { readonly vendor_id: string; readonly booth: string; readonly isSilent: boolean }

/** A booth with when one of its devices last called, and what was refused it. */
export interface BoothInTrouble extends Pick<Booth, 'vendor_id' | 'name' | 'refused_last_hour'> {
  readonly seenAt: string | null
}

/** What an organiser can do next. */
export type Act =
  | { readonly is: 'waiting'; readonly count: number; readonly holders: readonly Holder[] }
  | { readonly is: 'notSignedIn' | 'silent' | 'refused'; readonly booths: readonly BoothInTrouble[] }
  | { readonly is: 'freeze' | 'close' | 'reveal' | 'prizes' }
  | { readonly is: 'late' | 'sms'; readonly count: number }

const isSilent = (seenAt: string | null, now: number) => seenAt !== null && now - Date.parse(seenAt) > SILENT_MS

function inTrouble({ vendor_id, name, refused_last_hour, staff }: Booth): BoothInTrouble {
  const seen = staff.flatMap(({ last_seen_at }) => last_seen_at ?? []).toSorted()
  return { vendor_id, name, refused_last_hour, seenAt: seen.at(-1) ?? null }
}

/** Who holds awards that have not been sent; of a closed booth too. */
export function holdersOf(booths: Overview['booths'], now: number): Holder[] {
  return booths.flatMap(({ vendor_id, name, staff }) =>
    staff
      .filter(({ waiting }) => (waiting ?? 0) > 0)
      .map((person) => ({ ...person, vendor_id, booth: name, isSilent: isSilent(person.last_seen_at, now) })),
  )
}

/** What is to be done, by time (ms) and state, the most urgent first. */
export function actsNow({ event, counts, booths, sms }: Omit<Overview, 'last_backup_at'>, now: number): Act[] {
  const [start, end] = [event.starts_at, event.ends_at].map((at) => (at === null ? null : Date.parse(at)))
  const isClosed = event.closed_at !== null
  const isOver = isClosed || (end != null && now >= end)
  const isNearEnd = isOver || (end != null && now >= end - NEAR_END_MS)
  const isExpected = !isOver && (start == null || now >= start - BEFORE_START_MS)

  const open = booths.filter(({ closed }) => !closed)
  const boothsWhere = (
    is: 'notSignedIn' | 'silent' | 'refused',
    isOne: (booth: Booth, trouble: BoothInTrouble) => boolean,
  ): Act[] => {
    const found = open.flatMap((booth) => {
      const trouble = inTrouble(booth)
      return isOne(booth, trouble) ? [trouble] : []
    })
    return found.length === 0 ? [] : [{ is, booths: found }]
  }
  const step = (is: 'freeze' | 'close' | 'reveal' | 'prizes', isNext: boolean): Act[] => (isNext ? [{ is }] : [])
  const waiting: Act[] = counts.waiting > 0 ? [{ is: 'waiting', count: counts.waiting, holders: holdersOf(booths, now) }] : []

  return [
    ...(isNearEnd ? waiting : []),
    ...boothsWhere('notSignedIn', ({ staff }) => isExpected && !staff.some(({ signed_in }) => signed_in)),
    ...boothsWhere('silent', (_booth, { seenAt }) => isExpected && isSilent(seenAt, now)),
    ...(isNearEnd ? [] : waiting),
    ...step('freeze', isNearEnd && !isOver && event.frozen_at === null),
    ...step('close', isOver && !isClosed),
    ...(counts.late > 0 ? [{ is: 'late', count: counts.late } as const] : []),
    ...step('reveal', isOver && event.frozen_at !== null),
    ...step('prizes', isClosed && event.frozen_at === null),
    ...boothsWhere('refused', ({ refused_last_hour }) => refused_last_hour >= MANY_REFUSALS),
    ...(sms.failed > 0 ? [{ is: 'sms', count: sms.failed } as const] : []),
  ]
}
