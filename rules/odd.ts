/** Patterns an organiser may want to check. They prove nothing. */
export const ODD_KINDS = [
  'shared_tag',
  'two_places',
  'favourite',
  'fast_booth',
  'unproven',
  'late_burst',
] as const
export type OddKind = (typeof ODD_KINDS)[number]

/** An unvoided entry of the ledger: an award of a booth, or a bonus that was collected. */
export interface OddEntry {
  readonly team_id: string
  /** The booth; null for a bonus. */
  readonly vendor_id: string | null
  readonly location: string
  /** The account that gave or scanned it. */
  readonly user_id: string | null
  /** The bonus tag; null for an award. */
  readonly nfc_id: string | null
  /** When it was made (ms). */
  readonly at: number
  readonly receivedAt: number
}

/** By which time entries are judged. */
type TimeOf = (entry: OddEntry) => number
const madeAt: TimeOf = ({ at }) => at
const receivedAt: TimeOf = (entry) => entry.receivedAt

export interface OddFinding {
  readonly kind: OddKind
  /** Whom and what it is about. */
  readonly team_id?: string
  readonly vendor_id?: string
  readonly user_id?: string
  readonly nfc_id?: string
  readonly count: number
  readonly since: number
  readonly until: number
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Teams that collect one tag within a minute: friends who got its link, or a crowd in front of it. */
const SHARED_FROM = 5
/** The way between two booths takes longer, unless the team has split. */
const TWO_PLACES_MS = 20 * SECOND_MS
const TWO_PLACES_FROM = 3
const FAVOURITE_FROM = 10
const FAST_BEYOND = 30
/** Awards to one team, each more than an hour old, that one person's device delivers within an hour. */
const LATE_FROM = 30
/** Teams that one tag refuses within an hour: its address is shared without touches. */
const UNPROVEN_FROM = 5

/** Groups of a list by a key, each in the order of the list; entries without a key are left out. */
function groups<T>(
  list: readonly T[],
  keyOf: (entry: T) => string | null,
): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>()
  for (const entry of list) {
    const key = keyOf(entry)
    if (key === null) continue
    const group = found.get(key)
    if (group === undefined) found.set(key, [entry])
    else group.push(entry)
  }
  return found
}

/** The longest runs of entries, oldest first, in which any `size` that follow each other took at most `within` ms. */
function bursts(
  entries: readonly OddEntry[],
  size: number,
  within: number,
  timeOf: TimeOf,
): (readonly [OddEntry, ...OddEntry[]])[] {
  const found: [OddEntry, ...OddEntry[]][] = []
  let ends = -1
  for (let from = 0; from + size <= entries.length; from++) {
    const [first, last] = [entries[from], entries[from + size - 1]]
    if (first === undefined || last === undefined || timeOf(last) - timeOf(first) > within) continue
    const current = found.at(-1)
    if (current !== undefined && from <= ends) current.push(...entries.slice(ends + 1, from + size))
    else found.push([first, ...entries.slice(from + 1, from + size)])
    ends = from + size - 1
  }
  return found
}

const spanOf = (entries: readonly [OddEntry, ...OddEntry[]], timeOf: TimeOf) => ({
  count: entries.length,
  since: timeOf(entries[0]),
  until: timeOf(entries.at(-1) ?? entries[0]),
})

interface Found {
  readonly finding: OddFinding
  /** The entry's subject. */
  readonly of: readonly OddEntry[]
}
const NONE: ReadonlySet<OddEntry> = new Set()

/** `team_id` is the first that collected it. */
function sharedTags(entries: readonly OddEntry[]): OddFinding[] {
  return [...groups(entries, ({ nfc_id }) => nfc_id)].flatMap(([nfc_id, ofTag]) =>
    bursts(ofTag, SHARED_FROM, MINUTE_MS, madeAt).map((burst) => ({
      kind: 'shared_tag' as const,
      nfc_id,
      team_id: burst[0].team_id,
      ...spanOf(burst, madeAt),
    })),
  )
}

/** How often a team was at two places at once, if that was often. */
function twoPlaces(entries: readonly OddEntry[]): OddFinding[] {
  const awards = entries.filter(({ vendor_id, location }) => vendor_id !== null && location !== '')
  return [...groups(awards, ({ team_id }) => team_id)].flatMap(([team_id, ofTeam]) => {
    const jumps = ofTeam.flatMap((entry, index) => {
      const before = ofTeam[index - 1]
      const isJump =
        before !== undefined &&
        before.location !== entry.location &&
        entry.at - before.at <= TWO_PLACES_MS
      return isJump ? [{ since: before.at, until: entry.at }] : []
    })
    const [first, last] = [jumps[0], jumps.at(-1)]
    if (first === undefined || last === undefined || jumps.length < TWO_PLACES_FROM) return []
    return [
      {
        kind: 'two_places' as const,
        team_id,
        count: jumps.length,
        since: first.since,
        until: last.until,
      },
    ]
  })
}

/**
 * A team that got more than half of what a booth gave in an hour of the clock. `listed`: entries that another finding is about; few
 * others are none.
 */
function favourites(
  entries: readonly OddEntry[],
  timeOf: TimeOf,
  listed: ReadonlySet<OddEntry> = NONE,
): Found[] {
  const hourOf = (entry: OddEntry) =>
    entry.vendor_id === null ? null : `${entry.vendor_id} ${Math.floor(timeOf(entry) / HOUR_MS)}`
  return [...groups(entries, hourOf).values()].flatMap((ofHour) =>
    [...groups(ofHour, ({ team_id }) => team_id).values()].flatMap((ofTeam) => {
      const [first, ...others] = ofTeam
      const fresh = ofTeam.filter((entry) => !listed.has(entry))
      if (
        first?.vendor_id == null ||
        fresh.length < FAVOURITE_FROM ||
        ofTeam.length * 2 <= ofHour.length
      )
        return []
      const { team_id, vendor_id } = first
      return [
        {
          of: ofTeam,
          finding: {
            kind: 'favourite' as const,
            team_id,
            vendor_id,
            ...spanOf([first, ...others], timeOf),
          },
        },
      ]
    }),
  )
}

/** Somebody who gave more than 30 awards in a minute. */
function fastBooths(entries: readonly OddEntry[]): Found[] {
  const awards = entries.filter(({ vendor_id }) => vendor_id !== null)
  return [...groups(awards, ({ user_id }) => user_id)].flatMap(([user_id, ofPerson]) =>
    // A minute has no 61st second: 31 awards, one each two seconds, are 30 in any minute.
    bursts(ofPerson, FAST_BEYOND + 1, MINUTE_MS - 1, madeAt).flatMap((burst) => {
      const { vendor_id } = burst[0]
      if (vendor_id === null) return []
      return [
        {
          of: burst,
          finding: { kind: 'fast_booth' as const, user_id, vendor_id, ...spanOf(burst, madeAt) },
        },
      ]
    }),
  )
}

/** The awards of each person to each team. */
const byPersonAndTeam = (entries: readonly OddEntry[]) =>
  groups(entries, ({ vendor_id, user_id, team_id }) =>
    vendor_id === null || user_id === null ? null : `${user_id} ${team_id}`,
  )

/** Bursts of what one person gave one team, by the time received: one to many teams is a phone that was without a network. */
function receivedBursts(
  kind: 'fast_booth' | 'late_burst',
  entries: readonly OddEntry[],
  size: number,
  within: number,
): Found[] {
  return [...byPersonAndTeam(entries).values()].flatMap((ofOne) =>
    bursts(ofOne, size, within, receivedAt).flatMap((burst) => {
      const { user_id, vendor_id, team_id } = burst[0]
      if (user_id === null || vendor_id === null) return []
      return [
        { of: burst, finding: { kind, user_id, vendor_id, team_id, ...spanOf(burst, receivedAt) } },
      ]
    }),
  )
}

export interface TagRefusal {
  readonly nfc_id: string
  readonly team_id: string
  readonly at: number
}

/** Counts teams, each of which may have been refused often; `team_id` is the first. */
function unprovenTags(refusals: readonly TagRefusal[]): OddFinding[] {
  return [...groups(refusals, ({ nfc_id }) => nfc_id)].flatMap(([nfc_id, ofTag]) => {
    const found: { readonly first: TagRefusal; until: number; readonly teams: Set<string> }[] = []
    for (const [index, { at }] of ofTag.entries()) {
      const hour = ofTag.slice(0, index + 1).filter((one) => one.at >= at - HOUR_MS)
      const [first, teams] = [hour[0], new Set(hour.map(({ team_id }) => team_id))]
      if (first === undefined || teams.size < UNPROVEN_FROM) continue
      const current = found.at(-1)
      if (current === undefined || current.until < first.at) found.push({ first, until: at, teams })
      else {
        current.until = at
        for (const team of teams) current.teams.add(team)
      }
    }
    return found.map(({ first, until, teams }) => {
      return {
        kind: 'unproven' as const,
        nfc_id,
        team_id: first.team_id,
        count: teams.size,
        since: first.at,
        until,
      }
    })
  })
}

/** The same entries in two orders, oldest first; of what is older than each list begins none of its hours. */
export interface OddEntries {
  readonly made: readonly OddEntry[]
  readonly received: readonly OddEntry[]
}

const entriesOf = (found: readonly Found[]): ReadonlySet<OddEntry> =>
  new Set(found.flatMap(({ of }) => of))

/** Finds odd patterns, newest first, in entries and refusals that are sorted by time, oldest first. */
export function findOdd(
  { made, received }: OddEntries,
  refusals: readonly TagRefusal[] = [],
): OddFinding[] {
  const [favourite, fast] = [favourites(made, madeAt), fastBooths(made)]
  const fastListed = entriesOf(fast)
  const fresh = received.filter((entry) => !fastListed.has(entry))
  const late = received.filter((entry) => entry.receivedAt - entry.at > HOUR_MS)
  const found = [
    ...[...favourite, ...favourites(received, receivedAt, entriesOf(favourite))],
    ...[...fast, ...receivedBursts('fast_booth', fresh, FAST_BEYOND + 1, MINUTE_MS - 1)],
    ...receivedBursts('late_burst', late, LATE_FROM, HOUR_MS),
  ]
  const findings = [
    ...sharedTags(made),
    ...twoPlaces(made),
    ...found.map(({ finding }) => finding),
    ...unprovenTags(refusals),
  ]
  return findings.sort((a, b) => b.until - a.until)
}
