import type { MadeAward } from './book'
import type { BoothCast } from './cast'
import { enter, insist } from './enter'
import { createOutbox, type Outbox } from './outbox'
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
/** Awards of a booth while it is offline, and in all: fewer would show nothing. */
const LEAST_OFFLINE = 2
const LEAST_AWARDS = 12
const VOID_TRIES = 5
/** How often a booth tries to empty its outbox after the end (ms). */
const LAST_TRY_MS = 200

const pickOrNull = <T>({ chance }: Stage, list: readonly T[]): T | null => (list.length === 0 ? null : chance.pick(list))

/** Makes a booth's awards: some within the pause of an earlier one, which must be refused. */
function createGiver(stage: Stage, { vendorId, userId }: BoothCast): () => MadeAward | null {
  const { book, cast } = stage
  /** Teams that have got the points with the pause, latest last. */
  const pausing: string[] = []
  let number = 0
  return () => {
    const team = pickOrNull(stage, book.teams)
    if (team === null) return null
    number++
    const earlier = pausing.at(-1)
    if (isTurn(number, TOO_SOON) && earlier !== undefined) {
      return book.make({ vendorId, userId, teamId: earlier, kind: cast.once, tooSoon: true })
    }
    const once = isTurn(number, ONCE) && !pausing.includes(team.id)
    if (once) pausing.push(team.id)
    return book.make({ vendorId, userId, teamId: team.id, kind: once ? cast.once : cast.free, tooSoon: false })
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
  // Voiding again is OK, so it is tried until an answer comes.
  for (let tries = 0; tries < VOID_TRIES; tries++) {
    const reply = await insist(stage, () => phone.call('voidAward', { award_id: award.id, user_id: award.userId }))
    award.voided = reply.is === 'ok'
    // A refusal has voided nothing; whether the server was only busy, the meter knows.
    if (reply.is !== 'silence') return
    await stage.pause(1_000)
  }
  stage.book.contradictions.push(`nobody knows whether award ${award.id} was voided: there was no answer`)
}

/** What a board shows. Returns the version of the list of teams. */
async function look(stage: Stage, phone: Phone, waiting: number, version: string | undefined): Promise<string | undefined> {
  const { book } = stage
  book.counts.readings++
  const list = await phone.call('listTeams', version === undefined ? {} : { version }, { waiting })
  await phone.call('listAwards', {}, { waiting })
  const team = pickOrNull(stage, book.teams)
  if (team !== null) await phone.call('checkCooldown', { team_id: team.id }, { waiting })
  return list.is === 'ok' ? (list.output.version ?? version) : version
}

async function repeatOrUndo(stage: Stage, phone: Phone, outbox: Outbox, number: number): Promise<void> {
  const { cast, chance } = stage
  if (isTurn(number, REPEATED) && outbox.recorded.length > 0) await outbox.repeat(chance.pick(outbox.recorded))
  if (!isTurn(number, VOIDED)) return
  // Only points without a pause: voiding the others would end a pause that later awards are made within on purpose.
  const latest = outbox.recorded.findLast(({ kind, voided }) => kind === cast.free && !voided)
  if (latest !== undefined) await undo(stage, phone, latest)
}

/** After the end of the play; gives up at last. */
async function emptyOutbox(stage: Stage, outbox: Outbox): Promise<void> {
  for (;;) {
    await outbox.drain()
    if (outbox.waiting.length === 0 || stage.elapsed() > stage.lastDrainMs()) return
    await stage.pause(LAST_TRY_MS)
  }
}

/** A booth's phone with its outbox: an award is kept until the server has answered for its id. */
export async function playBooth(stage: Stage, booth: BoothCast, index: number): Promise<void> {
  const { schedule, chance, offline } = stage
  const phone = await enter(stage, booth)
  if (phone === null) return
  phone.listen({ opened: () => undefined, changed: () => undefined })
  const outbox = createOutbox(phone, stage)
  const give = createGiver(stage, booth)
  const isOffline = createOffline(stage, index)
  const goesOn = (given: number) =>
    stage.elapsed() < schedule.playMs || (given < LEAST_AWARDS && stage.elapsed() < stage.lastDrainMs())
  let version: string | undefined
  /** Rounds with a network. */
  let rounds = 0
  await phone.call('listVendors', {})
  for (let given = 0; goesOn(given) && !stage.isOver(); ) {
    await stage.pause(schedule.awardEveryMs * chance.between(0.7, 1.3))
    const award = give()
    if (award === null) continue
    outbox.add(award)
    given++
    if (isOffline(outbox.waiting.length)) continue
    await outbox.drain()
    rounds++
    await repeatOrUndo(stage, phone, outbox, rounds)
    if (isTurn(rounds, LOOK)) version = await look(stage, phone, outbox.waiting.length, version)
  }
  offline.delete(index)
  await emptyOutbox(stage, outbox)
}
