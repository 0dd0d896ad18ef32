import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { GameRead } from '#contract/calls'
import { TOPICS, type Topic } from '#contract/topics'
import type { Commit, Concern } from '#server/db/commits'
import { readStreamOwners } from '#server/db/queries/sessions'
import { EVERY_TOPIC, heardOf, type Listener, Stream, type TopicSet, topicSet } from '#server/live/stream'
import { hashSecret } from '#server/random'
import { staleBy } from '../../src/api/query-client'
import { CALMLY_READ } from '../../src/live/follow-changes'
import type { ApiClient } from './api-client'
import { type Cast, ROLES, type Role, startSessions } from './cast'
import type { TestGame } from './game-server'

const PLAYERS = ['stranger', 'applicant', 'member', 'captain', 'other captain'] as const
const MEMBERS = ['member', 'captain', 'other captain'] as const
const STAFF = ['staff of booth A', 'staff of booth B'] as const
const SIGNED_IN = [...PLAYERS, ...STAFF, 'organiser'] as const

/** Who is asked for each reading. A reading of the contract without an entry does not compile. */
const READ_BY: Readonly<Record<GameRead, readonly Role[]>> = {
  currentUser: SIGNED_IN,
  // The same for everybody, but that staff see tags, an organiser sees through a freeze, and a team its own points.
  listTeams: ['stranger', 'staff of booth A', 'organiser'],
  ranking: ['visitor', 'organiser'],
  listVendors: ['stranger'],
  listMembers: MEMBERS,
  listInvites: PLAYERS,
  teamPoints: MEMBERS,
  listAwards: STAFF,
  checkCooldown: [...MEMBERS, ...STAFF],
  listTags: STAFF,
  listSessions: SIGNED_IN,
  listMessages: SIGNED_IN,
  pushKey: [],
}
const READS = Object.entries(READ_BY) as [GameRead, readonly Role[]][]

/** What only those hear whom it concerns. */
const PRIVATE: readonly Topic[] = ['user', 'team', 'invites', 'booth']

/** What stands on each one's screens, as text. */
type Screens = ReadonlyMap<GameRead, string>
export type Seen = ReadonlyMap<Role, Screens>
type Heard = ReadonlyMap<Role, readonly Topic[]>

/** Everybody of a cast on a second device, which follows the news while the first makes calls. */
export interface Witnesses {
  look(): Promise<Seen>
  /** The topics that each hears of these changes. */
  hear(changes: readonly Commit[]): Heard
}

/** Staff may have either team's screen open, players only their own team's. */
function inputsOf(name: GameRead, role: Role, { team }: Cast): readonly object[] {
  if (name === 'ranking') return [{ limit: 100 }]
  if (name !== 'listMembers' && name !== 'checkCooldown') return [{}]
  if (STAFF.some((one) => one === role)) return [{ team_id: team.ours }, { team_id: team.theirs }]
  return [{ team_id: role === 'other captain' ? team.theirs : team.ours }]
}

async function signInEverybody(game: TestGame, cast: Cast): Promise<ReadonlyMap<Role, ApiClient>> {
  const browsers = new Map<Role, ApiClient>(ROLES.map((role) => [role, game.client()]))
  await game.db.write({ on: 'accounts' }, async (db) => {
    const tokens = await startSessions(db, Object.values(cast.user), game.clock.now())
    for (const role of SIGNED_IN) browserOf(browsers, role).cookie = tokens.get(cast.user[role]) ?? null
  })
  return browsers
}

function browserOf(browsers: ReadonlyMap<Role, ApiClient>, role: Role): ApiClient {
  const browser = browsers.get(role)
  if (browser === undefined) throw new Error(`${role} has no browser`)
  return browser
}

export async function setWitnesses(game: TestGame, cast: Cast): Promise<Witnesses> {
  const browsers = await signInEverybody(game, cast)
  const tokenOf = (role: Role) => hashSecret(browserOf(browsers, role).cookie ?? '')
  const owners = await readStreamOwners(game.db.read, SIGNED_IN.map(tokenOf), game.clock.now())
  const listening = new Map<Role, Stream>()
  for (const role of ROLES) {
    const owner = owners.get(tokenOf(role))
    const listener: Listener = owner === undefined ? { is: 'public', addressKey: '' } : { is: 'account', ...owner }
    const stream = new Stream(new ServerResponse(new IncomingMessage(new Socket())), listener, 0)
    stream.owner = owner ?? null
    listening.set(role, stream)
  }

  /** What one change tells each, one call of `tell` after the other. */
  function hearChange(change: Commit, tell: (role: Role, topics: TopicSet) => void): void {
    const { concerns } = change
    if (concerns === undefined) for (const role of ROLES) tell(role, EVERY_TOPIC)
    else for (const concern of concerns) hearConcern(concern, tell)
  }

  function hearConcern(concern: Concern, tell: (role: Role, topics: TopicSet) => void): void {
    if (concern.of.includes('ranking')) for (const role of ROLES) tell(role, topicSet(['ranking']))
    const heardBy = heardOf([concern])
    for (const [role, stream] of listening) tell(role, heardBy(stream) ?? 0)
  }

  return {
    async look() {
      const seen = new Map<Role, Map<GameRead, string>>(ROLES.map((role) => [role, new Map()]))
      for (const [name, roles] of READS) {
        for (const role of roles) {
          const answers: object[] = []
          for (const input of inputsOf(name, role, cast)) {
            answers.push(await browserOf(browsers, role).answer(name, input as never))
          }
          seen.get(role)?.set(name, JSON.stringify(answers))
        }
      }
      return seen
    },
    hear(changes) {
      const heard = new Map<Role, TopicSet>()
      const tell = (role: Role, topics: TopicSet) => void heard.set(role, (heard.get(role) ?? 0) | topics)
      for (const change of changes) hearChange(change, tell)
      return new Map(ROLES.map((role) => [role, TOPICS.filter((topic) => ((heard.get(role) ?? 0) & topicSet([topic])) !== 0)]))
    },
  }
}

const isSignedOut = (screens: Screens) => screens.get('currentUser')?.includes('NOT_AUTHENTICATED') === true

/** What changed on a role's screens, if its session has neither begun nor ended. */
function changedFor(before: Screens, after: Screens): readonly GameRead[] {
  if (isSignedOut(before) || isSignedOut(after)) return []
  return [...before.keys()].filter((name) => before.get(name) !== after.get(name))
}

function missedBy(before: Screens, after: Screens, told: readonly Topic[]): string[] {
  if (!isSignedOut(before) && isSignedOut(after)) return told.includes('user') ? [] : ['its session']
  const stale = staleBy(told)
  // The own rank is read a while after the ranking has changed.
  return changedFor(before, after).filter((name) => !stale.has(name) && !(told.includes('ranking') && CALMLY_READ.has(name)))
}

const NOTHING: Screens = new Map()
const none: readonly Topic[] = []

/** Changes on screens that nobody was told of. */
export function untold(before: Seen, after: Seen, heard: Heard): string[] {
  return ROLES.flatMap((role) => {
    const told = heard.get(role) ?? none
    const missed = missedBy(before.get(role) ?? NOTHING, after.get(role) ?? NOTHING, told)
    return missed.length === 0 ? [] : [`${role} is told of ${told.join(', ') || 'nothing'}, and not of ${missed.join(', ')}`]
  })
}

/** News of private things to somebody on whose screens nothing changed. */
export function needless(before: Seen, after: Seen, heard: Heard): string[] {
  return ROLES.flatMap((role) => {
    const told = (heard.get(role) ?? none).filter((topic) => PRIVATE.includes(topic))
    const [then, now] = [before.get(role) ?? NOTHING, after.get(role) ?? NOTHING]
    if (told.length === 0 || isSignedOut(then) !== isSignedOut(now)) return []
    const stale = staleBy(told)
    return changedFor(then, now).some((name) => stale.has(name)) ? [] : [`${role} is told of ${told.join(', ')} for nothing`]
  })
}
