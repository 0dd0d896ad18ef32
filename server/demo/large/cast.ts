import { foldLookAlikes } from '#rules/look-alikes'
import { TEAMLESS as KNOWN_TEAMLESS, TEAMS as KNOWN_TEAMS, REQUEST } from '../small/cast'
import type { DemoPlayer, DemoRequest, DemoStory, DemoTeam } from '../story'
import type { Chance } from './chance'
import { teamTag } from './event'

const TEAMS = 600
const TEAMLESS = 60
/** More requests are pending for the captain whom the printed link signs in. */
const REQUESTS_TO_CAPTAIN = 4
const MAX_MEMBERS = 6
/** How many teams of a hundred have one member, two, and so on. */
const SIZES = [8, 20, 29, 24, 12, 7].flatMap((teams, index) => Array.from({ length: teams }, () => index + 1))
/** One team in this many has only just been founded. */
const LATECOMERS = 20

export const OPENED_MINUTES_AGO = 26 * 60
/** The event is closed for the night between these times, in minutes ago. */
export const NIGHT = { from: 15 * 60, to: 6 * 60 } as const

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
export function makeCast(chance: Chance, makePerson: () => DemoPlayer): Pick<DemoStory, 'teamless' | 'teams' | 'requests'> {
  const known = KNOWN_TEAMS.map((team) => ({ ...team, minutesAgo: team.minutesAgo + (team.minutesAgo > 60 ? 20 * 60 : 0) }))
  const made = Array.from({ length: TEAMS - known.length }, (_, index): DemoTeam => {
    const members = Array.from({ length: chance.pick(SIZES) }, makePerson)
    const tag = chance.isTrue(0.8) ? teamTag(known.length + index + 1) : null
    return { name: teamName(index), tag, minutesAgo: arrival(chance, index), members }
  })
  const newcomers = Array.from({ length: TEAMLESS }, makePerson)
  const open = made.filter(({ members }) => members.length < MAX_MEMBERS)
  const requests = newcomers.slice(0, TEAMLESS / 2).map(({ nickname }, index): DemoRequest => {
    const team = index < REQUESTS_TO_CAPTAIN ? REQUEST.team : chance.pick(open).name
    // Every team exists by then.
    return { nickname, team, minutesAgo: chance.between(0.5, 4) }
  })
  return { teamless: [...KNOWN_TEAMLESS, ...newcomers], teams: [...known, ...made], requests: [REQUEST, ...requests] }
}
