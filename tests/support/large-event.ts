import { foldLookAlikes } from '#rules/look-alikes'
import type { Database } from '#server/db/database'
import { insertDemo } from '#server/demo/ensure-demo-event'
import { smallStory } from '#server/demo/small'
import type { DemoAward, DemoFind, DemoPlayer, DemoTeam } from '#server/demo/story'
import convention from '../../examples/convention/event.json' with { type: 'json' }
import { createChance } from '../schedules/chance'

const { teams: KNOWN_TEAMS, teamless: KNOWN_TEAMLESS } = smallStory
/** The team of the demo's captain, whom players have already asked to join. */
const CAPTAINS_TEAM = 'Plavi Vukovi'

const TEAM_COUNT = 600
const TEAMLESS_COUNT = 60
const MAX_MEMBERS = 6
/** The number of requests that wait for the demo's captain in addition to the demo's own. */
const REQUESTS_TO_CAPTAIN = 4
const HOURS_PLAYED = 10
const MAX_VISITS = 42
const LAST_HOUR_VISITS = 5
const FINDS_SHARE = 0.045
/** The age of the newest award, so that its void, two minutes later, is in the past too. */
const YOUNGEST_MINUTES = 4
const SEED = 20_251_122

const teamTag = (number: number) => `tim-${String(number).padStart(4, '0')}`

/** A convention's example event, under way at any time, with stickers for its teams. */
const event = {
  ...convention,
  settings: { ...convention.settings, starts_at: null, ends_at: null },
  tags: [
    ...Array.from({ length: TEAM_COUNT }, (_, at) => ({
      nfc_id: teamTag(at + 1),
      nfc_type: 'team',
    })),
    ...convention.tags,
  ],
}
/**
 * Everything that booths offer. A team gets each offer at most once, so that no cooldown matters.
 */
const offers = event.vendors.flatMap(({ vendor_id: vendor, point_types }) =>
  point_types.map((type) => ({ vendor, type })),
)
const bonusTags = event.tags
  .filter(({ nfc_type }) => nfc_type === 'bonus')
  .map(({ nfc_id }) => nfc_id)

const words = (text: string): readonly string[] => text.split(/\s*,\s*/)
/** Adjectives in the masculine plural, which precede `CREATURES`. */
const ADJECTIVES =
  words(`Plavi, Crveni, Divlji, Noćni, Tihi, Brzi, Pospani, Ponosni, Lukavi, Hrabri, Srebrni, Zlatni, Zeleni,
  Sivi, Bijeli, Crni, Nevidljivi, Izgubljeni, Gladni, Leteći, Neustrašivi, Veseli, Bradati, Umorni, Svemirski, Tvrdoglavi, Kameni, Ledeni,
  Vatreni, Morski, Šumski, Gradski, Digitalni, Analogni, Nedjeljni, Zakašnjeli`)
const CREATURES =
  words(`Zmajevi, Medvjedi, Patuljci, Vilenjaci, Čarobnjaci, Vitezovi, Gusari, Roboti, Goblini, Trolovi, Lavovi,
  Sokolovi, Gavrani, Jastrebovi, Dupini, Ježevi, Dabrovi, Puhovi, Kauboji, Samuraji, Kuhari, Knjižničari, Golubovi, Vampiri, Druidi, Bardovi,
  Alkemičari, Navigatori, Astronauti, Rakuni, Komarci`)
/**
 * A different name for each number below 36 × 31, because the lengths of the two lists have no
 * common divisor: after adding a word, names may repeat. No name is a demo team's, because those
 * end in 'Vukovi' (wolves).
 */
const teamName = (number: number) =>
  `${ADJECTIVES[number % ADJECTIVES.length]} ${CREATURES[number % CREATURES.length]}`

const plain = (name: string) =>
  foldLookAlikes(name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''))

/** A convention of real size, always the same: booths, hundreds of teams and their results. */
function makeStory() {
  const { next, upTo } = createChance(SEED)
  const between = (from: number, to: number) => from + next() * (to - from)
  function pick<T>(list: readonly T[]): T {
    const one = list[upTo(list.length - 1)]
    if (one === undefined) throw new Error('there is nothing to pick from')
    return one
  }
  const known = [
    ...event.vendors.flatMap(({ staff }) => staff),
    ...KNOWN_TEAMS.flatMap(({ members }) => members),
  ]
  // Lower numbers belong to people with fixed names.
  let number = 1_000
  function makePerson(): DemoPlayer {
    const [first_name, digits] = [pick(known).first_name, number++]
    const nickname = `${plain(first_name)}${digits}`
    return { nickname, first_name, last_name: pick(known).last_name, mobile: `+38591000${digits}` }
  }
  const made = Array.from({ length: TEAM_COUNT - KNOWN_TEAMS.length }, (_, at): DemoTeam => {
    const members = Array.from({ length: 1 + upTo(MAX_MEMBERS - 1) }, makePerson)
    return {
      name: teamName(at),
      tag: teamTag(KNOWN_TEAMS.length + at + 1),
      minutesAgo: between(14, HOURS_PLAYED * 60),
      members,
    }
  })
  const teams = [...KNOWN_TEAMS, ...made]
  const newcomers = Array.from({ length: TEAMLESS_COUNT }, makePerson)
  const open = made.filter(({ members }) => members.length < MAX_MEMBERS)
  const requests = newcomers.slice(0, TEAMLESS_COUNT / 2).map(({ nickname }, at) => {
    return {
      nickname,
      team: at < REQUESTS_TO_CAPTAIN ? CAPTAINS_TEAM : pick(open).name,
      minutesAgo: between(0.5, 4),
    }
  })
  /** A time after the last member of a team joined, in minutes ago. */
  const whilePlaying = ({ minutesAgo, members }: DemoTeam) =>
    between(YOUNGEST_MINUTES, minutesAgo - members.length - 1)

  /** A team's awards. Few teams visit every booth; most visit only some. */
  function awardsOf(team: DemoTeam): DemoAward[] {
    const isCaptains = team.name === CAPTAINS_TEAM
    const visits = isCaptains ? MAX_VISITS : Math.floor(MAX_VISITS * next() ** 4)
    const first = upTo(offers.length - 1)
    return [...offers.slice(first), ...offers.slice(0, first)].slice(0, visits).map((offer, at) => {
      // Recent awards, whose cooldowns are still running.
      const minutesAgo =
        isCaptains && at < LAST_HOUR_VISITS ? between(YOUNGEST_MINUTES, 55) : whilePlaying(team)
      return { ...offer, team: team.name, minutesAgo, voided: next() < 0.012 }
    })
  }
  const findsOf = (team: DemoTeam): DemoFind[] =>
    bonusTags
      .filter(() => next() < (team.name === CAPTAINS_TEAM ? 0.5 : FINDS_SHARE))
      .map((tag) => ({
        team: team.name,
        tag,
        finder: pick(team.members).nickname,
        minutesAgo: whilePlaying(team),
      }))
  return {
    event,
    registeredMinutesAgo: HOURS_PLAYED * 60 + 20,
    teamless: [...KNOWN_TEAMLESS, ...newcomers],
    teams,
    requests: [...smallStory.requests, ...requests],
    awards: teams.flatMap(awardsOf),
    finds: teams.flatMap(findsOf),
  }
}

/**
 * Turns an empty database into an event of real size, marked as a demo: 30 booths, 600 teams, some
 * 2,000 players.
 */
export async function insertLargeEvent(db: Database): Promise<void> {
  await db.write({ kind: 'event' }, (writer) => insertDemo(writer, makeStory(), Date.now()))
}
