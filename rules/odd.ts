/** What an organiser may want to check. It proves nothing. */
export const ODD_KINDS = ['shared_tag', 'two_places', 'favourite', 'fast_booth', 'unproven'] as const
export type OddKind = (typeof ODD_KINDS)[number]

/** An unvoided entry of the ledger: an award of a booth, or a bonus that was collected. */
export interface OddEntry {
  readonly team_id: string
  /** The booth; null for a bonus. */
  readonly vendor_id: string | null
  readonly location: string
  /** Who gave it, or scanned it. */
  readonly user_id: string | null
  /** The bonus tag; null for an award. */
  readonly nfc_id: string | null
  /** When it was made (ms). */
  readonly at: number
}

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
/** Teams that one tag refuses within an hour: its address is shared without touches. */
const UNPROVEN_FROM = 5

/** Groups of a list by a key, each in the order of the list; entries without a key are left out. */
function groups<T>(list: readonly T[], keyOf: (entry: T) => string | null): ReadonlyMap<string, readonly T[]> {
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
function bursts(entries: readonly OddEntry[], size: number, within: number): (readonly [OddEntry, ...OddEntry[]])[] {
  const found: [OddEntry, ...OddEntry[]][] = []
  let ends = -1
  for (let from = 0; from + size <= entries.length; from++) {
    const [first, last] = [entries[from], entries[from + size - 1]]
    if (first === undefined || last === undefined || last.at - first.at > within) continue
    const current = found.at(-1)
    if (current !== undefined && from <= ends) current.push(...entries.slice(ends + 1, from + size))
    else found.push([first, ...entries.slice(from + 1, from + size)])
    ends = from + size - 1
  }
  return found
}

const spanOf = (entries: readonly [OddEntry, ...OddEntry[]]) => ({
  count: entries.length,
  since: entries[0].at,
  until: entries.at(-1)?.at ?? entries[0].at,
})

/** `team_id` is the first that collected it. */
function sharedTags(entries: readonly OddEntry[]): OddFinding[] {
  return [...groups(entries, ({ nfc_id }) => nfc_id)].flatMap(([nfc_id, ofTag]) =>
    bursts(ofTag, SHARED_FROM, MINUTE_MS).map((burst) => ({
      ...{ kind: 'shared_tag' as const, nfc_id, team_id: burst[0].team_id },
      ...spanOf(burst),
    })),
  )
}

/** How often a team was at two places at once, if that was often. */
function twoPlaces(entries: readonly OddEntry[]): OddFinding[] {
  const awards = entries.filter(({ vendor_id, location }) => vendor_id !== null && location !== '')
  return [...groups(awards, ({ team_id }) => team_id)].flatMap(([team_id, ofTeam]) => {
    const jumps = ofTeam.flatMap((entry, index) => {
      const before = ofTeam[index - 1]
      const isJump = before !== undefined && before.location !== entry.location && entry.at - before.at <= TWO_PLACES_MS
      return isJump ? [{ since: before.at, until: entry.at }] : []
    })
    const [first, last] = [jumps[0], jumps.at(-1)]
    if (first === undefined || last === undefined || jumps.length < TWO_PLACES_FROM) return []
    return [{ kind: 'two_places' as const, team_id, count: jumps.length, since: first.since, until: last.until }]
  })
}

/** A team that got more than half of what a booth gave in an hour of the clock. */
function favourites(entries: readonly OddEntry[]): OddFinding[] {
  const hours = groups(entries, ({ vendor_id, at }) => (vendor_id === null ? null : `${vendor_id} ${Math.floor(at / HOUR_MS)}`))
  return [...hours.values()].flatMap((ofHour) =>
    [...groups(ofHour, ({ team_id }) => team_id).values()].flatMap((ofTeam) => {
      const [first, ...others] = ofTeam
      if (first?.vendor_id == null || ofTeam.length < FAVOURITE_FROM || ofTeam.length * 2 <= ofHour.length) return []
      return [{ kind: 'favourite' as const, team_id: first.team_id, vendor_id: first.vendor_id, ...spanOf([first, ...others]) }]
    }),
  )
}

function fastBooths(entries: readonly OddEntry[]): OddFinding[] {
  const awards = entries.filter(({ vendor_id }) => vendor_id !== null)
  return [...groups(awards, ({ user_id }) => user_id)].flatMap(([user_id, ofPerson]) =>
    // A minute has no 61st second: 31 awards, one each two seconds, are 30 in any minute.
    bursts(ofPerson, FAST_BEYOND + 1, MINUTE_MS - 1).flatMap((burst) => {
      const { vendor_id } = burst[0]
      return vendor_id === null ? [] : [{ kind: 'fast_booth' as const, user_id, vendor_id, ...spanOf(burst) }]
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
      return { kind: 'unproven' as const, nfc_id, team_id: first.team_id, count: teams.size, since: first.at, until }
    })
  })
}

/** What looks odd in these entries and refusals, which are sorted by time, oldest first. The newest comes first. */
export function findOdd(entries: readonly OddEntry[], refusals: readonly TagRefusal[] = []): OddFinding[] {
  const ofEntries = [...sharedTags(entries), ...twoPlaces(entries), ...favourites(entries), ...fastBooths(entries)]
  const found = [...ofEntries, ...unprovenTags(refusals)]
  return found.sort((a, b) => b.until - a.until)
}
