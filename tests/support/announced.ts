import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { GameRead } from '#contract/calls'
import { TOPICS, type Topic } from '#contract/topics'
import type { Commit } from '#server/db/commits'
import { readStreamOwners } from '#server/db/queries/sessions'
import {
  EVERY_TOPIC,
  Stream,
  type StreamClient,
  type TopicSet,
  topicSet,
  topicsFor,
} from '#server/live/stream'
import { hashSecret } from '#server/random'
import { staleBy } from '../../src/api/query-client'
import { THROTTLED } from '../../src/live/follow-changes'
import { type Cast, ROLES, type Role, startSessions } from './cast'
import type { TestGame } from './game-server'

const PLAYERS = ['stranger', 'applicant', 'member', 'captain', 'other captain'] as const
const MEMBERS = ['member', 'captain', 'other captain'] as const
const STAFF = ['staff of booth A', 'staff of booth B'] as const
const SIGNED_IN = [...PLAYERS, ...STAFF, 'organiser'] as const

/** The callers of each reading. A reading of the contract without an entry does not compile. */
const READ_BY: Readonly<Record<GameRead, readonly Role[]>> = {
  currentUser: SIGNED_IN,
  // The team list is the same for everybody, except that staff see tags, an organiser sees through
  // a freeze, and a team sees its own points.
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

/** Topics that are announced only to the people whom they concern. */
const PRIVATE: readonly Topic[] = ['user', 'team', 'invites', 'booth']

type Each<T> = Readonly<Record<Role, T>>
const each = <T>(make: (role: Role) => T) =>
  Object.fromEntries(ROLES.map((role) => [role, make(role)])) as Record<Role, T>

/** One role's screens as text. */
type Screens = Partial<Record<GameRead, string>>
type Seen = Each<Screens>
type Announced = Each<readonly Topic[]>

/**
 * The inputs with which a role makes a reading: staff may open either team's screen, players only
 * their own team's.
 */
function inputsOf(name: GameRead, role: Role, { team }: Cast): readonly object[] {
  if (name === 'ranking') return [{ limit: 100 }]
  if (name !== 'listMembers' && name !== 'checkCooldown') return [{}]
  if (STAFF.some((one) => one === role)) return [{ team_id: team.ours }, { team_id: team.theirs }]
  return [{ team_id: role === 'other captain' ? team.theirs : team.ours }]
}

/** Signs all people of a cast in on a second device, which reads while the first makes calls. */
export async function createObservers(game: TestGame, cast: Cast) {
  const browsers = each(() => game.client())
  await game.db.write({ kind: 'accounts' }, async (db) => {
    const tokens = await startSessions(db, Object.values(cast.user), game.clock.now())
    for (const role of SIGNED_IN) browsers[role].cookie = tokens.get(cast.user[role]) ?? null
  })
  const tokenOf = (role: Role) => hashSecret(browsers[role].cookie ?? '')
  const owners = await readStreamOwners(game.db.read, SIGNED_IN.map(tokenOf), game.clock.now())
  const listening = each((role) => {
    const owner = owners.get(tokenOf(role))
    const client: StreamClient =
      owner === undefined ? { kind: 'public', addressKey: '' } : { kind: 'account', ...owner }
    const stream = new Stream(new ServerResponse(new IncomingMessage(new Socket())), client, 0)
    stream.owner = owner ?? null
    return stream
  })

  /** The topics of a commit for one role, as the hub sends them: `ranking` goes to everybody. */
  function topicsOfCommit(role: Role, { concerns }: Commit): TopicSet {
    if (concerns === undefined) return EVERY_TOPIC
    const own = concerns.map((concern) => topicsFor([concern])(listening[role]) ?? 0)
    return own.reduce(
      (all, topics) => all | topics,
      concerns.some(({ of }) => of.includes('ranking')) ? topicSet(['ranking']) : 0,
    )
  }

  return {
    async read(): Promise<Seen> {
      const seen = each((): Screens => ({}))
      for (const [name, roles] of READS) {
        for (const role of roles) {
          const answers: object[] = []
          for (const input of inputsOf(name, role, cast))
            answers.push(await browsers[role].answer(name, input as never))
          seen[role][name] = JSON.stringify(answers)
        }
      }
      return seen
    },
    /** The topics that each person gets for these changes. */
    topicsOf(changes: readonly Commit[]): Announced {
      return each((role) => {
        const topics = changes.reduce((all, change) => all | topicsOfCommit(role, change), 0)
        return TOPICS.filter((topic) => (topics & topicSet([topic])) !== 0)
      })
    },
  }
}

const isSignedOut = (screens: Screens) =>
  screens.currentUser?.includes('NOT_AUTHENTICATED') === true

/** The changes on a role's screens; none if its session began or ended meanwhile. */
function changedFor(before: Screens, after: Screens): readonly GameRead[] {
  if (isSignedOut(before) || isSignedOut(after)) return []
  return READS.map(([name]) => name).filter((name) => before[name] !== after[name])
}

function missedBy(before: Screens, after: Screens, topics: readonly Topic[]): string[] {
  if (!isSignedOut(before) && isSignedOut(after))
    return topics.includes('user') ? [] : ['its session']
  const stale = staleBy(topics)
  // A player's own rank is refetched only some time after the ranking changes.
  return changedFor(before, after).filter(
    (name) => !stale.has(name) && !(topics.includes('ranking') && THROTTLED.has(name)),
  )
}

/** Lists changes on screens that were not announced. */
export function missing(before: Seen, after: Seen, announced: Announced): string[] {
  return ROLES.flatMap((role) => {
    const missed = missedBy(before[role], after[role], announced[role])
    return missed.length === 0
      ? []
      : [`${role} gets ${announced[role].join(', ') || 'nothing'}, and misses ${missed.join(', ')}`]
  })
}

/** Lists private topics announced to somebody whose screens did not change. */
export function needless(before: Seen, after: Seen, announced: Announced): string[] {
  return ROLES.flatMap((role) => {
    const topics = announced[role].filter((topic) => PRIVATE.includes(topic))
    const [then, now] = [before[role], after[role]]
    if (topics.length === 0 || isSignedOut(then) !== isSignedOut(now)) return []
    const stale = staleBy(topics)
    return changedFor(then, now).some((name) => stale.has(name))
      ? []
      : [`${role} gets ${topics.join(', ')} for nothing`]
  })
}
