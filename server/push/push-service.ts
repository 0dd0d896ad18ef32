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
import { createDeliveryQueue, type PushNotice, type PushRecipient } from './delivery-queue'

/**
 * Merge a team's points within this time (ms) into one notice: a booth that was offline sends many
 * awards at once.
 */
const COLLECT_MS = 1_500

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Maximum notices per person and minute; organisers' messages are not counted. */
const PER_MINUTE = 6
const PER_HOUR = 30
/** A captain is notified of one player's requests at most this often (ms). */
const REQUEST_EVERY_MS = 10 * MINUTE

/**
 * Creates a function that returns whether a person may get a notice now. It counts each notice
 * once, whatever the number of devices and attempts. `clock` must be monotonic, in ms.
 */
export function createNoticeLimit(
  clock: () => number,
): (userId: string, notice: PushNotice) => boolean {
  /** Notices of the last hour by person, ordered by each person's latest. */
  const people = new Map<string, readonly { readonly notice: PushNotice; readonly at: number }[]>()

  return (userId, notice) => {
    if (notice.kind === 'message') return true
    const now = clock()
    const sent = (people.get(userId) ?? []).filter(({ at }) => at > now - HOUR)
    if (sent.some((one) => one.notice === notice)) return true
    const since = (ms: number) => sent.filter(({ at }) => at > now - ms)
    const isSame = (one: PushNotice) => one.kind === 'request' && one.subject === notice.subject
    const isRepeated =
      notice.kind === 'request' && since(REQUEST_EVERY_MS).some((one) => isSame(one.notice))
    if (isRepeated || sent.length >= PER_HOUR || since(MINUTE).length >= PER_MINUTE) return false
    people.delete(userId)
    people.set(userId, [...sent, { notice, at: now }])
    for (const [id, all] of people) {
      if ((all.at(-1)?.at ?? 0) > now - HOUR) break
      people.delete(id)
    }
    return true
  }
}

interface PushOptions {
  /** Whether the account has the app open in the foreground. */
  readonly isWatching: (userId: string) => boolean
  /** Allows a push service on this machine, for tests. */
  readonly loopback: boolean
  /** Monotonic, in ms. */
  readonly clock: (() => number) | undefined
}

const keysSchema = v.object({ publicKey: v.string(), privateKey: v.string() })

/** Points of one team, to be sent as one notice. */
interface CollectedPoints {
  points: number
  readonly from: Set<string>
  readonly by: Set<string | null>
}

export type PushService = ReturnType<typeof createPushService>

/** Sends push notifications after the commit. Nothing waits for them, and sending never throws. */
export function createPushService(
  game: Game,
  { isWatching, loopback, clock = () => performance.now() }: PushOptions,
) {
  const { db, expiryNow, publicUrl } = game
  const mayNotify = createNoticeLimit(clock)
  const collected = new Map<string, CollectedPoints>()
  let timer: NodeJS.Timeout | undefined
  let vapid: Promise<Vapid> | null = null

  async function readVapid(): Promise<Vapid> {
    const text = await sharedKey(db, 'vapid', () => JSON.stringify(webPush.generateVAPIDKeys()))
    const subject =
      publicUrl.protocol === 'https:' ? publicUrl.href : `mailto:organizator@${publicUrl.hostname}`
    return { subject, ...v.parse(keysSchema, JSON.parse(text)) }
  }

  function keys(): Promise<Vapid> {
    vapid ??= readVapid().catch((reason: unknown) => {
      vapid = null
      throw reason
    })
    return vapid
  }

  /** Checks again before each attempt, because a notice may have waited long. */
  async function isDue({ user_id, endpoint }: PushRecipient, notice: PushNotice): Promise<boolean> {
    if (isWatching(user_id)) return false
    const subscribed = await readSubscriptions(db.read, user_id, expiryNow())
    if (!subscribed.some((one) => one.endpoint === endpoint)) return false
    return (await notice.isStillTrue?.()) !== false && mayNotify(user_id, notice)
  }

  const queue = createDeliveryQueue({
    async deliver(to, notice) {
      if (!(await isDue(to, notice))) return null
      const { title, body, path, kind, subject } = notice
      // On the phone, too, a newer notice replaces only one with the same subject.
      return await deliver(
        to,
        { title, body, path, tag: `${kind}:${subject}` },
        await keys(),
        loopback,
      )
    },
    onGone: (to) =>
      db.write({ kind: 'records' }, (writer) => removeSubscription(writer, to.endpoint)),
  })

  function add(to: PushRecipient, notice: PushNotice): void {
    if (!isWatching(to.user_id)) queue.add(to, notice)
  }

  async function notify(userId: string, notice: PushNotice): Promise<void> {
    for (const to of await readSubscriptions(db.read, userId, expiryNow())) add(to, notice)
  }

  async function notifyTeams(teams: ReadonlyMap<string, CollectedPoints>): Promise<void> {
    const subscriptions = await readTeamSubscriptions(db.read, [...teams.keys()], expiryNow())
    /** One notice for all devices of a team, because the limit counts it once for each person. */
    const notices = new Map<string, PushNotice>()
    for (const { team_id, team_name, ...to } of subscriptions) {
      const given = teams.get(team_id)
      if (given === undefined || given.by.has(to.user_id)) continue
      const notice: PushNotice = notices.get(team_id) ?? {
        title: pushTexts.pointsTitle(given.points),
        body: pushTexts.pointsFrom(team_name, [...given.from]),
        path: '/player',
        kind: 'points',
        subject: 'points',
      }
      notices.set(team_id, notice)
      add(to, notice)
    }
  }

  function inBackground(task: () => Promise<void>): void {
    task().catch(() => undefined)
  }

  function flush(): void {
    timer = undefined
    const teams = new Map(collected)
    collected.clear()
    inBackground(() => notifyTeams(teams))
  }

  return {
    /** Whether an endpoint on this machine may be subscribed. */
    loopback,
    /** The key that browsers subscribe with. */
    publicKey: async () => (await keys()).publicKey,
    /** Tells the team of its points, except for the person by whom they came. */
    points({ team_id, points, label, vendor_name }: Award, by: string | null): void {
      if (points <= 0) return
      const known = collected.get(team_id) ?? {
        points: 0,
        from: new Set(),
        by: new Set(),
      }
      collected.set(team_id, known)
      known.points += points
      known.from.add(vendor_name === null ? label : `${label} (${vendor_name})`)
      known.by.add(by)
      timer ??= setTimeout(flush, COLLECT_MS).unref()
    },
    request(teamId: string, playerId: string, nickname: string): void {
      inBackground(async () => {
        const team = await findTeam(db.read, teamId)
        if (team === undefined) return
        await notify(team.captain_id, {
          title: pushTexts.requestTitle(nickname),
          body: pushTexts.requestText(team.team_name),
          path: '/player/tim',
          kind: 'request',
          subject: playerId,
          isStillTrue: async () => (await findRequestedTeam(db.read, playerId)) === teamId,
        })
      })
    },
    answer(playerId: string, teamId: string, accepted: boolean): void {
      inBackground(async () => {
        const name = (await findTeam(db.read, teamId))?.team_name ?? ''
        const words = accepted
          ? { title: pushTexts.acceptedTitle(name), body: pushTexts.acceptedText }
          : { title: pushTexts.rejectedTitle, body: pushTexts.rejectedText(name) }
        await notify(playerId, { ...words, path: '/player', kind: 'answer', subject: 'answer' })
      })
    },
    /** Sends an organiser's message to its readers; organisers read all (`readMessages`). */
    message(messageId: string, text: string, to: MessageTo): void {
      inBackground(async () => {
        const notice: PushNotice = {
          title: pushTexts.messageTitle,
          body: text,
          path: '/',
          kind: 'message',
          subject: messageId,
          isStillTrue: () => isMessageSent(db.read, messageId),
        }
        for (const recipient of await readAllSubscriptions(db.read, expiryNow())) {
          const isOrganiser = recipient.organiser_since !== null
          const isStaff = recipient.vendor_id !== null
          if (to === 'all' || isOrganiser || isStaff === (to === 'staff')) add(recipient, notice)
        }
      })
    },
    close(): void {
      clearTimeout(timer)
      queue.close()
    },
  }
}
