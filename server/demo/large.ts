import { type CoolingAward, violatesCooldown } from '#rules/cooldown'
import { foldLookAlikes } from '#rules/look-alikes'
import convention from '../../examples/convention/event.json' with { type: 'json' }
import { TEAMLESS as KNOWN_TEAMLESS, TEAMS as KNOWN_TEAMS, REQUEST } from './small'
import type { DemoAward, DemoFind, DemoPlayer, DemoRequest, DemoStory, DemoTeam } from './story'

/** A seeded random generator (mulberry32). */
export function createChance(seed: number) {
  let state = seed >>> 0
  /** A number from 0 to 1, excluding 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from: number, to: number) => from + next() * (to - from),
    isTrue: (probability: number) => next() < probability,
    pick<T>(list: readonly T[]): T {
      const one = list[Math.floor(next() * list.length)]
      if (one === undefined) throw new Error('there is nothing to pick from')
      return one
    },
  }
}
export type Chance = ReturnType<typeof createChance>

const TEAM_TAGS = 700

const teamTag = (number: number) => `tim-${String(number).padStart(4, '0')}`

/** The example of a convention in the format of event.json: under way whenever somebody looks, and with stickers for its teams. */
const largeEvent = {
  ...convention,
  settings: { ...convention.settings, starts_at: null, ends_at: null },
  tags: [
    ...Array.from({ length: TEAM_TAGS }, (_, index) => ({ nfc_id: teamTag(index + 1), nfc_type: 'team' })),
    ...convention.tags,
  ],
}

const TEAM_COUNT = 600
const TEAMLESS_COUNT = 60
/** More requests are pending for the captain whom the printed link signs in. */
const REQUESTS_TO_CAPTAIN = 4
const MAX_MEMBERS = 6
/** How many teams of a hundred have one member, two, and so on. */
const SIZES = [8, 20, 29, 24, 12, 7].flatMap((teams, index) => Array.from({ length: teams }, () => index + 1))
/** One team in this many has only just been founded. */
const LATECOMERS = 20

const OPENED_MINUTES_AGO = 26 * 60
/** The event is closed for the night between these times, in minutes ago. */
const NIGHT = { from: 15 * 60, to: 6 * 60 } as const

const words = (text: string): readonly string[] => text.split(/\s*,\s*/)

/** Masculine plural, to go before `CREATURES`. */
const ADJECTIVES = words(`Plavi, Crveni, Divlji, Noćni, Tihi, Brzi, Pospani, Ponosni, Lukavi, Hrabri, Srebrni, Zlatni, Zeleni,
  Sivi, Bijeli, Crni, Nevidljivi, Izgubljeni, Gladni, Leteći, Neustrašivi, Veseli, Bradati, Umorni, Svemirski, Tvrdoglavi, Kameni, Ledeni,
  Vatreni, Morski, Šumski, Gradski, Digitalni, Analogni, Nedjeljni, Zakašnjeli`)
const CREATURES = words(`Zmajevi, Medvjedi, Patuljci, Vilenjaci, Čarobnjaci, Vitezovi, Gusari, Roboti, Goblini, Trolovi, Lavovi,
  Sokolovi, Gavrani, Jastrebovi, Dupini, Ježevi, Dabrovi, Puhovi, Kauboji, Samuraji, Kuhari, Knjižničari, Golubovi, Vampiri, Druidi, Bardovi,
  Alkemičari, Navigatori, Astronauti, Rakuni, Komarci`)

/** A different name for each number; those of the small demo, who are wolves, are not among them. */
function teamName(number: number): string {
  return `${ADJECTIVES[number % ADJECTIVES.length]} ${CREATURES[number % CREATURES.length]}`
}

/** After the numbers of the people with a fixed name. They have four digits, so there is none above 9,999. */
const FIRST_NUMBER = 1_000

const plain = (name: string) => foldLookAlikes(name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''))

/** Creates people with first and last names of the known ones, and with numbers that nobody else has. */
export function createPeople(chance: Chance, known: readonly Omit<DemoPlayer, 'mobile'>[]) {
  let number = FIRST_NUMBER
  return (): DemoPlayer => {
    const digits = String(number++).padStart(4, '0')
    const { first_name } = chance.pick(known)
    const nickname = `${plain(first_name)}${digits}`
    return { nickname, first_name, last_name: chance.pick(known).last_name, mobile: `+38591000${digits}` }
  }
}

/** When a team was founded: most on the first day, many on the second morning, some only just now. */
function arrival(chance: Chance, index: number): number {
  if (index % LATECOMERS === 0) return chance.between(14, 28)
  return chance.isTrue(0.7) ? chance.between(NIGHT.from + 60, OPENED_MINUTES_AGO - 20) : chance.between(60, NIGHT.to - 20)
}

/** The people of the small demo, who were there first, and many more. */
function makeCast(chance: Chance, makePerson: () => DemoPlayer): Pick<DemoStory, 'teamless' | 'teams' | 'requests'> {
  const known = KNOWN_TEAMS.map((team) => ({ ...team, minutesAgo: team.minutesAgo + (team.minutesAgo > 60 ? 20 * 60 : 0) }))
  const made = Array.from({ length: TEAM_COUNT - known.length }, (_, index): DemoTeam => {
    const members = Array.from({ length: chance.pick(SIZES) }, makePerson)
    const tag = chance.isTrue(0.8) ? teamTag(known.length + index + 1) : null
    return { name: teamName(index), tag, minutesAgo: arrival(chance, index), members }
  })
  const newcomers = Array.from({ length: TEAMLESS_COUNT }, makePerson)
  const open = made.filter(({ members }) => members.length < MAX_MEMBERS)
  const requests = newcomers.slice(0, TEAMLESS_COUNT / 2).map(({ nickname }, index): DemoRequest => {
    const team = index < REQUESTS_TO_CAPTAIN ? REQUEST.team : chance.pick(open).name
    // Every team exists by then.
    return { nickname, team, minutesAgo: chance.between(0.5, 4) }
  })
  return { teamless: [...KNOWN_TEAMLESS, ...newcomers], teams: [...known, ...made], requests: [REQUEST, ...requests] }
}

const MINUTE_MS = 60_000
/** The share of awards that were given by mistake and voided. */
const VOIDED_SHARE = 0.012
/** A void follows two minutes after its award, so no award may be newer. */
const YOUNGEST_MINUTES = 4
const MOST_VISITS = 42
const LAST_HOUR_VISITS = 5
const LAST_HOUR = 55
const FINDS_SHARE = 0.045

const cooldowns = new Map(largeEvent.point_types.map((type) => [type.point_type, type.cooldown_seconds]))

/** Few teams go everywhere; most visit a few booths. */
function visitCount(chance: Chance, team: DemoTeam): number {
  if (team.name === REQUEST.team) return MOST_VISITS - 4
  if (team.minutesAgo < LAST_HOUR) return chance.isTrue(0.5) ? 1 : 0
  return 2 + Math.floor((MOST_VISITS - 4) * chance.next() ** 4)
}

/** A time after the team was founded at which the event was open. */
function visitTime(chance: Chance, team: DemoTeam): number {
  const earliest = team.minutesAgo - team.members.length - 1
  for (;;) {
    const minutesAgo = chance.between(YOUNGEST_MINUTES, earliest)
    if (minutesAgo > NIGHT.from || minutesAgo < NIGHT.to) return minutesAgo
  }
}

function visitsOf(chance: Chance, team: DemoTeam): number[] {
  const visits = Array.from({ length: visitCount(chance, team) }, () => visitTime(chance, team))
  // The captain's card has cooldowns that are still running.
  if (team.name === REQUEST.team) {
    for (let visit = 0; visit < LAST_HOUR_VISITS; visit++) visits.push(chance.between(YOUNGEST_MINUTES, LAST_HOUR))
  }
  return visits
}

function awardsOf(chance: Chance, team: DemoTeam): DemoAward[] {
  const recorded = new Map<string, CoolingAward[]>()
  return visitsOf(chance, team).flatMap((minutesAgo) => {
    const { vendor_id: vendor, point_types } = chance.pick(largeEvent.vendors)
    const type = chance.pick(point_types)
    const before = recorded.get(`${vendor} ${type}`) ?? []
    const madeAt = -minutesAgo * MINUTE_MS
    if (violatesCooldown(madeAt, cooldowns.get(type) ?? 0, before)) return []
    // Also one that is voided: nothing was given within its pause.
    recorded.set(`${vendor} ${type}`, [...before, { madeAt }])
    return [{ team: team.name, vendor, type, minutesAgo, voided: chance.isTrue(VOIDED_SHARE) }]
  })
}

/** The booths' awards, each allowed by the rules. */
function makeAwards(chance: Chance, teams: readonly DemoTeam[]): DemoAward[] {
  return teams.flatMap((team) => awardsOf(chance, team))
}

/** Who scanned which bonus tag, once per team. */
function makeFinds(chance: Chance, teams: readonly DemoTeam[], tags: readonly string[]): DemoFind[] {
  return teams
    .filter(({ minutesAgo }) => minutesAgo > LAST_HOUR)
    .flatMap((team) =>
      tags
        .filter(() => chance.isTrue(team.name === REQUEST.team ? 0.5 : FINDS_SHARE))
        .map((tag) => ({
          team: team.name,
          tag,
          finder: chance.pick(team.members).nickname,
          minutesAgo: visitTime(chance, team),
        })),
    )
}

const SEED = 20_251_122

/** A convention of real size: the example's booths, hundreds of teams and a history of a day. Always the same. */
export function makeLargeStory(): DemoStory {
  const chance = createChance(SEED)
  const staff = [...largeEvent.vendors.flatMap((vendor) => vendor.staff), ...largeEvent.organisers]
  const known = [...staff, ...KNOWN_TEAMLESS, ...KNOWN_TEAMS.flatMap(({ members }) => members)]
  const cast = makeCast(chance, createPeople(chance, known))
  const bonusTags = largeEvent.tags.filter(({ nfc_type }) => nfc_type === 'bonus').map(({ nfc_id }) => nfc_id)
  return {
    event: largeEvent,
    openedMinutesAgo: OPENED_MINUTES_AGO,
    ...cast,
    awards: makeAwards(chance, cast.teams),
    finds: makeFinds(chance, cast.teams, bonusTags),
  }
}
