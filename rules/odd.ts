/** Patterns that an organiser may want to check; they prove nothing. */
export const ODD_KINDS = [
  'shared_tag',
  'two_places',
  'favourite',
  'fast_booth',
  'unproven',
  'late_burst',
] as const
export type OddKind = (typeof ODD_KINDS)[number]

/** An unvoided ledger entry: a booth's award or a collected bonus. */
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

/** Selects the time by which entries are judged. */
type TimeOf = (entry: OddEntry) => number
const madeAt: TimeOf = ({ at }) => at
const receivedAt: TimeOf = (entry) => entry.receivedAt

export interface OddFinding {
  readonly kind: OddKind
  /** The subject of the finding. */
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

/**
 * Minimum number of teams that collect one tag within a minute: its link was passed on to friends,
 * or a crowd stands in front of the tag.
 */
const SHARED_FROM = 5
/** Walking between two booths takes longer than this (ms), unless the team has split. */
const TWO_PLACES_MS = 20 * SECOND_MS
const TWO_PLACES_FROM = 3
const FAVOURITE_FROM = 10
const MAX_A_MINUTE = 30
/**
 * Minimum number of awards to one team, each over an hour old, that one person's device delivers
 * within an hour.
 */
const LATE_FROM = 30
/**
 * Minimum number of teams whose scans of one tag are refused within an hour: they share its address
 * without touching the tag.
 */
const UNPROVEN_FROM = 5

/** Groups a list by key, keeping its order; leaves out entries without a key. */
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

/**
 * Finds the longest runs, oldest first, in which any `size` consecutive entries took at most
 * `within` ms.
 */
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
  /** The entries that the finding covers. */
  readonly of: readonly OddEntry[]
}
const NONE: ReadonlySet<OddEntry> = new Set()

/** Finds tags that many teams collected at once. `team_id` is the first team. */
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

/** Finds teams that were often at two places at once. */
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
 * Finds teams that got more than half of a booth's awards in a clock hour, and at least ten besides
 * the awards in `listed`, which another finding covers.
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

/** Finds people who gave more than 30 awards in a minute. `team_id` is the first team. */
function fastBooths(entries: readonly OddEntry[]): Found[] {
  const awards = entries.filter(({ vendor_id }) => vendor_id !== null)
  return [...groups(awards, ({ user_id }) => user_id)].flatMap(([user_id, ofPerson]) =>
    // Subtract 1 ms, because 31 awards two seconds apart span exactly a minute, although no minute
    // has more than 30 of them.
    bursts(ofPerson, MAX_A_MINUTE + 1, MINUTE_MS - 1, madeAt).flatMap((burst) => {
      const { vendor_id, team_id } = burst[0]
      if (vendor_id === null) return []
      const subject = { kind: 'fast_booth' as const, user_id, vendor_id, team_id }
      return [{ of: burst, finding: { ...subject, ...spanOf(burst, madeAt) } }]
    }),
  )
}

/** Groups awards by person and team. */
const byPersonAndTeam = (entries: readonly OddEntry[]) =>
  groups(entries, ({ vendor_id, user_id, team_id }) =>
    vendor_id === null || user_id === null ? null : `${user_id} ${team_id}`,
  )

/**
 * Finds bursts of one person's awards to one team by time of receipt. A burst to many teams is just
 * a phone that was offline.
 */
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

/**
 * Yields for each refusal of one tag the hour that ends with it: its first refusal and its teams.
 * Keeps the numbers by team from step to step, because a flood of refusals would make counting anew
 * slow.
 */
function* hoursOf(refusals: readonly TagRefusal[]) {
  const counts = new Map<string, number>()
  const count = (team: string, change: 1 | -1) => {
    const now = (counts.get(team) ?? 0) + change
    if (now > 0) counts.set(team, now)
    else counts.delete(team)
  }
  let start = 0
  for (const { at, team_id } of refusals) {
    count(team_id, 1)
    let first = refusals[start]
    while (first !== undefined && first.at < at - HOUR_MS) {
      count(first.team_id, -1)
      first = refusals[++start]
    }
    if (first !== undefined) yield { first, until: at, teams: new Set(counts.keys()) }
  }
}

/**
 * Finds tags that refused scans of many teams. Counts each team once; `team_id` is the first team.
 */
function unprovenTags(refusals: readonly TagRefusal[]): OddFinding[] {
  return [...groups(refusals, ({ nfc_id }) => nfc_id)].flatMap(([nfc_id, ofTag]) => {
    const found: { readonly first: TagRefusal; until: number; readonly teams: Set<string> }[] = []
    for (const hour of hoursOf(ofTag)) {
      if (hour.teams.size < UNPROVEN_FROM) continue
      const current = found.at(-1)
      if (current === undefined || current.until < hour.first.at) found.push(hour)
      else {
        current.until = hour.until
        for (const team of hour.teams) current.teams.add(team)
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

/**
 * The same entries by time made and by time received, oldest first. Neither list may begin within a
 * clock hour, because an incomplete hour would be judged wrongly.
 */
export interface OddEntries {
  readonly made: readonly OddEntry[]
  readonly received: readonly OddEntry[]
}

const entriesOf = (found: readonly Found[]): ReadonlySet<OddEntry> =>
  new Set(found.flatMap(({ of }) => of))

/** Finds odd patterns, newest first. Entries and refusals must be sorted by time, oldest first. */
export function findOdd(
  { made, received }: OddEntries,
  refusals: readonly TagRefusal[] = [],
): OddFinding[] {
  const [favourite, fast] = [favourites(made, madeAt), fastBooths(made)]
  const fastListed = entriesOf(fast)
  const fresh = received.filter((entry) => !fastListed.has(entry))
  const late = received.filter((entry) => entry.receivedAt - entry.at > HOUR_MS)
  const found = [
    ...favourite,
    ...favourites(received, receivedAt, entriesOf(favourite)),
    ...fast,
    ...receivedBursts('fast_booth', fresh, MAX_A_MINUTE + 1, MINUTE_MS - 1),
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
