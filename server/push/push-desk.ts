import * as v from 'valibot'
import webPush from 'web-push'
import type { Award, MessageTo } from '#contract/entities'
import { pushTexts } from '#texts/notices'
import {
  isMessageSent,
  readAllSubscriptions,
  readSubscriptions,
  readTeamSubscriptions,
  removeSubscription,
} from '../db/queries/messages'
import { sharedKey } from '../db/queries/settings'
import { findRequestedTeam, findTeam } from '../db/queries/teams'
import type { Game } from '../game'
import { deliver, type Vapid } from './deliver'
import { createDeliveryQueue, type Device, type PushNotice } from './delivery-queue'

/** Points of a team that arrive within this time (ms) are one notice: a booth that was offline sends many. */
const GATHER_MS = 1_500

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Notices that one person is told; messages of the organiser are not counted. */
const IN_A_MINUTE = 6
const IN_AN_HOUR = 30
/** How long a captain is told of one player only once (ms). */
const REQUEST_EVERY_MS = 10 * MINUTE

/**
 * Remembers what each person was told in the last hour. Returns a function that says whether they are told of this now, and if so
 * counts it: once, whatever number of devices and attempts. `clock` must be monotonic, in ms.
 */
export function createNoticeLimit(clock: () => number): (userId: string, notice: PushNotice) => boolean {
  /** In the order of their last notices. */
  const people = new Map<string, readonly { readonly notice: PushNotice; readonly at: number }[]>()

  return (userId, notice) => {
    if (notice.kind === 'message') return true
    const now = clock()
    const told = (people.get(userId) ?? []).filter(({ at }) => at > now - HOUR)
    if (told.some((one) => one.notice === notice)) return true
    const since = (ms: number) => told.filter(({ at }) => at > now - ms)
    const isSame = (one: PushNotice) => one.kind === 'request' && one.subject === notice.subject
    const isRepeated = notice.kind === 'request' && since(REQUEST_EVERY_MS).some((one) => isSame(one.notice))
    if (isRepeated || told.length >= IN_AN_HOUR || since(MINUTE).length >= IN_A_MINUTE) return false
    people.delete(userId)
    people.set(userId, [...told, { notice, at: now }])
    for (const [id, all] of people) {
      if ((all.at(-1)?.at ?? 0) > now - HOUR) break
      people.delete(id)
    }
    return true
  }
}

/** Notifies phones in the pocket, after the commit. Nothing waits for it, and it never throws. */
export interface PushDesk {
  points(award: Award, by: string): void
  request(teamId: string, playerId: string, nickname: string): void
  answer(playerId: string, teamId: string, accepted: boolean): void
  /** The organiser's. */
  message(messageId: string, text: string, to: MessageTo): void
  /** The key that browsers subscribe with. */
  publicKey(): Promise<string>
  /** Whether an endpoint may be subscribed. */
  readonly loopback: boolean
  close(): void
}

interface PushOptions {
  /** Whether the account has the app open in front. */
  readonly isWatching: (userId: string) => boolean
  /** Lets tests play a push service on this machine. */
  readonly loopback: boolean
  /** Monotonic, in ms. */
  readonly clock: (() => number) | undefined
}

const keysSchema = v.object({ publicKey: v.string(), privateKey: v.string() })

interface Gathered {
  points: number
  readonly teamName: string
  readonly from: Set<string>
  readonly by: Set<string>
}

export function createPushDesk(game: Game, { isWatching, loopback, clock = () => performance.now() }: PushOptions): PushDesk {
  const { db, expiryNow, publicUrl } = game
  const isDueNow = createNoticeLimit(clock)
  const gathered = new Map<string, Gathered>()
  let timer: NodeJS.Timeout | undefined
  let vapid: Promise<Vapid> | null = null

  async function readVapid(): Promise<Vapid> {
    const text = await sharedKey(db, 'vapid', () => JSON.stringify(webPush.generateVAPIDKeys()))
    const subject = publicUrl.protocol === 'https:' ? publicUrl.href : `mailto:organizator@${publicUrl.hostname}`
    return { subject, ...v.parse(keysSchema, JSON.parse(text)) }
  }

  function keys(): Promise<Vapid> {
    vapid ??= readVapid().catch((reason: unknown) => {
      vapid = null
      throw reason
    })
    return vapid
  }

  /** Whether there is still a reason to notify: a notice may have waited long for its turn or its next try. */
  async function isDue({ user_id, endpoint }: Device, notice: PushNotice): Promise<boolean> {
    if (isWatching(user_id)) return false
    const subscribed = await readSubscriptions(db.read, user_id, expiryNow())
    if (!subscribed.some((one) => one.endpoint === endpoint)) return false
    return (await notice.isStillTrue?.()) !== false && isDueNow(user_id, notice)
  }

  const queue = createDeliveryQueue({
    async deliver(to, notice) {
      if (!(await isDue(to, notice))) return null
      const { title, body, path, kind, subject } = notice
      // On the phone too, a newer one takes the place of one about the same subject only.
      return await deliver(to, { title, body, path, tag: `${kind}:${subject}` }, await keys(), loopback)
    },
    onGone: (to) => db.write({ on: 'records' }, (writer) => removeSubscription(writer, to.endpoint)),
  })

  function add(to: Device, notice: PushNotice): void {
    if (!isWatching(to.user_id)) queue.add(to, notice)
  }

  async function notify(userId: string, notice: PushNotice): Promise<void> {
    for (const to of await readSubscriptions(db.read, userId, expiryNow())) add(to, notice)
  }

  async function notifyTeams(teams: ReadonlyMap<string, Gathered>): Promise<void> {
    const notices = new Map(
      [...teams].map(([teamId, { points, teamName, from }]) => {
        const text = { title: pushTexts.pointsTitle(points), body: pushTexts.pointsFrom(teamName, [...from]), path: '/player' }
        return [teamId, { ...text, kind: 'points', subject: 'points' } as const]
      }),
    )
    for (const to of await readTeamSubscriptions(db.read, [...teams.keys()], expiryNow())) {
      const notice = notices.get(to.team_id)
      if (notice !== undefined && teams.get(to.team_id)?.by.has(to.user_id) === false) add(to, notice)
    }
  }

  function inBackground(task: () => Promise<void>): void {
    task().catch(() => undefined)
  }

  function flush(): void {
    timer = undefined
    const teams = new Map(gathered)
    gathered.clear()
    inBackground(() => notifyTeams(teams))
  }

  return {
    loopback,
    publicKey: async () => (await keys()).publicKey,
    points({ team_id, team_name, points, label, vendor_name }, by) {
      if (points <= 0) return
      const known = gathered.get(team_id) ?? { points: 0, teamName: team_name, from: new Set(), by: new Set() }
      gathered.set(team_id, known)
      known.points += points
      known.from.add(vendor_name === null ? label : `${label} (${vendor_name})`)
      known.by.add(by)
      timer ??= setTimeout(flush, GATHER_MS).unref()
    },
    request(teamId, playerId, nickname) {
      inBackground(async () => {
        const team = await findTeam(db.read, teamId)
        if (team === undefined) return
        await notify(team.captain_id, {
          ...{ title: pushTexts.requestTitle(nickname), body: pushTexts.requestText(team.team_name), path: '/player/tim' },
          ...{ kind: 'request', subject: playerId },
          isStillTrue: async () => (await findRequestedTeam(db.read, playerId)) === teamId,
        })
      })
    },
    answer(playerId, teamId, accepted) {
      inBackground(async () => {
        const name = (await findTeam(db.read, teamId))?.team_name ?? ''
        const words = accepted
          ? { title: pushTexts.acceptedTitle(name), body: pushTexts.acceptedText }
          : { title: pushTexts.rejectedTitle, body: pushTexts.rejectedText(name) }
        await notify(playerId, { ...words, path: '/player', kind: 'answer', subject: 'answer' })
      })
    },
    message(messageId, text, to) {
      inBackground(async () => {
        const notice: PushNotice = {
          ...{ title: pushTexts.messageTitle, body: text, path: '/', kind: 'message', subject: messageId },
          isStillTrue: () => isMessageSent(db.read, messageId),
        }
        for (const device of await readAllSubscriptions(db.read, expiryNow())) {
          const isStaff = device.vendor_id !== null
          if (to === 'all' || isStaff === (to === 'staff')) add(device, notice)
        }
      })
    },
    close() {
      clearTimeout(timer)
      queue.close()
    },
  }
}
