import * as v from 'valibot'
import webPush from 'web-push'
import type { Award } from '#contract/entities'
import type { Notice } from '#contract/notice'
import { pushTexts } from '#i18n/push'
import type { UntoldMessage } from '../db/queries/messages'
import {
  readAllSubscriptions,
  readSubscriptions,
  readTeamSubscriptions,
  removeSubscription,
} from '../db/queries/push-subscriptions'
import { sharedKey } from '../db/queries/server-keys'
import { findTeam } from '../db/queries/teams'
import type { Game } from '../game'
import { deliver, type Vapid } from './deliver'
import { createDeliveryQueue } from './delivery-queue'
import { watchMessages } from './untold-messages'

/** Points of a team that arrive within this time (ms) are one notice: a booth that was offline sends many. */
const GATHER_MS = 1_500

/** Notifies phones in the pocket, after the commit. Nothing waits for it, and it never throws. */
export interface PushDesk {
  points(award: Award, by: string): void
  request(teamId: string, nickname: string): void
  answer(playerId: string, teamId: string, accepted: boolean): void
  /** The key that browsers subscribe with. */
  publicKey(): Promise<string>
  /** Whether an endpoint may be subscribed. */
  readonly loopback: boolean
  close(): void
}

export interface PushOptions {
  /** Whether the account has the app open in front. */
  readonly isWatching: (userId: string) => boolean
  /** Lets tests play a push service on this machine. */
  readonly loopback: boolean
}

const keysSchema = v.object({ publicKey: v.string(), privateKey: v.string() })

interface Gathered {
  points: number
  readonly teamName: string
  readonly from: Set<string>
  readonly by: Set<string>
}

export function createPushDesk(game: Game, { isWatching, loopback }: PushOptions): PushDesk {
  const { db, now, publicUrl } = game
  const gathered = new Map<string, Gathered>()
  let timer: NodeJS.Timeout | null = null
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

  const queue = createDeliveryQueue({
    deliver: async (to, notice) => await deliver(to, notice, await keys(), loopback),
    onGone: (to) => db.write({ on: 'devices' }, (writer) => removeSubscription(writer, to.endpoint)),
  })

  async function notify(userIds: readonly string[], notice: Notice): Promise<void> {
    const away = userIds.filter((userId) => !isWatching(userId))
    if (away.length === 0) return
    for (const to of await readSubscriptions(db.read, away, now())) queue.add(to, notice)
  }

  async function notifyTeams(teams: ReadonlyMap<string, Gathered>): Promise<void> {
    for (const to of await readTeamSubscriptions(db.read, [...teams.keys()], now())) {
      const arrived = teams.get(to.team_id)
      if (arrived === undefined || arrived.by.has(to.user_id) || isWatching(to.user_id)) continue
      const { points, teamName, from } = arrived
      const body = pushTexts.pointsFrom(teamName, [...from])
      queue.add(to, { title: pushTexts.pointsTitle(points), body, path: '/player', tag: 'points' })
    }
  }

  async function notifyOfMessage({ text, sent_to }: UntoldMessage): Promise<void> {
    const notice = { title: pushTexts.messageTitle, body: text, path: '/', tag: 'message' }
    for (const device of await readAllSubscriptions(db.read, now())) {
      const isStaff = device.vendor_id !== null
      if ((sent_to !== 'all' && isStaff !== (sent_to === 'staff')) || isWatching(device.user_id)) continue
      queue.add(device, notice)
    }
  }

  function flush(): void {
    timer = null
    const teams = new Map(gathered)
    gathered.clear()
    inBackground(notifyTeams(teams))
  }

  function inBackground(task: Promise<void>): void {
    task.catch(() => undefined)
  }

  const endWatch = watchMessages(game, (message) => inBackground(notifyOfMessage(message)))

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
    request(teamId, nickname) {
      const tell = async () => {
        const team = await findTeam(db.read, teamId)
        if (team === undefined) return
        const body = pushTexts.requestText(team.team_name)
        await notify([team.captain_id], { title: pushTexts.requestTitle(nickname), body, path: '/player/tim', tag: 'request' })
      }
      inBackground(tell())
    },
    answer(playerId, teamId, accepted) {
      const tell = async () => {
        const name = (await findTeam(db.read, teamId))?.team_name ?? ''
        const words = accepted
          ? { title: pushTexts.acceptedTitle(name), body: pushTexts.acceptedText }
          : { title: pushTexts.rejectedTitle, body: pushTexts.rejectedText(name) }
        await notify([playerId], { ...words, path: '/player', tag: 'answer' })
      }
      inBackground(tell())
    },
    close() {
      if (timer !== null) clearTimeout(timer)
      endWatch()
      queue.close()
    },
  }
}

/** A desk that notifies nobody, for calls that are made without a server. */
export const NO_PUSH: PushDesk = {
  loopback: false,
  publicKey: async () => '',
  points: () => undefined,
  request: () => undefined,
  answer: () => undefined,
  close: () => undefined,
}
