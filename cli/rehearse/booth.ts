import { calls } from '#contract/calls'
import type { PointType } from '#contract/entities'
import type { FoundedTeam, MadeAward } from './book'
import type { BoothCast } from './cast'
import { enter, insist } from './enter'
import { type BoothOutbox, openBoothOutbox } from './outbox'
import type { Phone } from './phone'
import type { Stage } from './stage'

/** One award in so many is of a kind, the first of them early, so that a short rehearsal has each kind. */
const ONCE = { every: 3, from: 1 }
const TOO_SOON = { every: 12, from: 5 }
const REPEATED = { every: 10, from: 4 }
const VOIDED = { every: 15, from: 6 }
const LOOK = { every: 6, from: 2 }
const isTurn = (number: number, { every, from }: typeof ONCE) => number % every === from % every
/** Booths go offline in so many groups, one after the other. */
const OFFLINE_GROUPS = 7
/** Awards of a booth while it is offline, more than an outbox makes calls at once, and in all: fewer would show nothing. */
const LEAST_OFFLINE = 5
const LEAST_AWARDS = 12
const VOID_TRIES = 5
/** How often a booth tries to empty its outbox after the end (ms). */
const LAST_TRY_MS = 200

const pickOrNull = <T>({ chance }: Stage, list: readonly T[]): T | null => (list.length === 0 ? null : chance.pick(list))

interface Award {
  readonly team: FoundedTeam
  readonly type: PointType
  readonly tooSoon: boolean
}

/** Chooses a booth's awards: some within the pause of an earlier one, which must be refused. */
function createChooser(stage: Stage): () => Award | null {
  const { book, cast } = stage
  /** Teams that have got the points with the pause, latest last. */
  const pausing: FoundedTeam[] = []
  let number = 0
  return () => {
    const team = pickOrNull(stage, book.teams)
    if (team === null) return null
    number++
    const earlier = pausing.at(-1)
    if (isTurn(number, TOO_SOON) && earlier !== undefined) {
      return { team: earlier, type: cast.once, tooSoon: true }
    }
    const once = isTurn(number, ONCE) && !pausing.includes(team)
    if (once) pausing.push(team)
    return { team, type: once ? cast.once : cast.free, tooSoon: false }
  }
}

/** Whether a booth is offline: once, for its time and for a few awards, also where a slow server holds the booth up. */
function createOffline({ book, schedule, offline, elapsed }: Stage, index: number): (waiting: number) => boolean {
  const { arrivalMs, playMs, offlineMs } = schedule
  const group = (index % OFFLINE_GROUPS) / OFFLINE_GROUPS
  // All are back before the play ends.
  const from = arrivalMs + group * (playMs - arrivalMs - offlineMs)
  let isDone = false
  return (waiting) => {
    if (isDone || elapsed() < from) return false
    if (!offline.has(index)) book.counts.offlinePeriods++
    offline.add(index)
    if (elapsed() < from + offlineMs || waiting < LEAST_OFFLINE) return true
    isDone = true
    offline.delete(index)
    return false
  }
}

async function undo(stage: Stage, phone: Phone, award: MadeAward): Promise<void> {
  const { awardId, userId } = award.entry
  // Voiding again is OK, so it is tried until an answer comes.
  for (let tries = 0; tries < VOID_TRIES; tries++) {
    const reply = await insist(stage, () => phone.call(calls.voidAward, { award_id: awardId, user_id: userId }))
    award.voided = reply.is === 'ok'
    // A refusal has voided nothing; whether the server was only busy, the meter knows.
    if (reply.is !== 'silence') return
    await stage.pause(1_000)
  }
  stage.book.contradictions.push(`nobody knows whether award ${awardId} was voided: there was no answer`)
}

/** What a board shows. Returns the version of the list of teams. */
async function look(stage: Stage, phone: Phone, waiting: number, version: string | undefined): Promise<string | undefined> {
  const { book } = stage
  book.counts.readings++
  const list = await phone.call(calls.listTeams, version === undefined ? {} : { version }, { waiting })
  await phone.call(calls.listAwards, {}, { waiting })
  const team = pickOrNull(stage, book.teams)
  if (team !== null) await phone.call(calls.checkCooldown, { team_id: team.id }, { waiting })
  return list.is === 'ok' ? (list.output.version ?? version) : version
}

async function repeatOrUndo(stage: Stage, phone: Phone, outbox: BoothOutbox, number: number): Promise<void> {
  const again = isTurn(number, REPEATED) ? pickOrNull(stage, outbox.recorded()) : null
  if (again !== null) await outbox.repeat(again)
  if (!isTurn(number, VOIDED)) return
  // Only points without a pause: voiding the others would end a pause that later awards are made within on purpose.
  const latest = outbox.recorded().findLast(({ entry, voided }) => entry.pointType === stage.cast.free.point_type && !voided)
  if (latest !== undefined) await undo(stage, phone, latest)
}

/** After the end of the play; gives up at last. */
async function emptyOutbox(stage: Stage, outbox: BoothOutbox): Promise<void> {
  await outbox.drain()
  while (outbox.waiting() > 0 && stage.elapsed() <= stage.lastDrainMs()) {
    await stage.pause(LAST_TRY_MS)
    await outbox.drain()
  }
  await outbox.close()
}

/** A booth's phone with its outbox: an award is kept until the server has answered for its id. */
export async function playBooth(stage: Stage, booth: BoothCast, index: number): Promise<void> {
  const { schedule, chance, offline } = stage
  const phone = await enter(stage, booth)
  if (phone === null) return
  phone.listen({ opened: () => undefined, changed: () => undefined })
  const outbox = await openBoothOutbox(stage, phone, booth, () => offline.has(index))
  const choose = createChooser(stage)
  const isOffline = createOffline(stage, index)
  const goesOn = (given: number) =>
    stage.elapsed() < schedule.playMs || (given < LEAST_AWARDS && stage.elapsed() < stage.lastDrainMs())
  let version: string | undefined
  /** Rounds with a network. */
  let rounds = 0
  await phone.call(calls.listVendors, {})
  for (let given = 0; goesOn(given) && !stage.isOver(); ) {
    await stage.pause(schedule.awardEveryMs * chance.between(0.7, 1.3))
    const award = choose()
    if (award === null) continue
    const cannotSend = isOffline(outbox.waiting())
    await outbox.give(award.team, award.type, award.tooSoon)
    given++
    if (cannotSend) continue
    rounds++
    await repeatOrUndo(stage, phone, outbox, rounds)
    if (isTurn(rounds, LOOK)) version = await look(stage, phone, outbox.waiting(), version)
  }
  offline.delete(index)
  await emptyOutbox(stage, outbox)
}
