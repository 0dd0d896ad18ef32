import { readScores } from '#server/db/queries/scores'
import { STAFF, type StaffName } from '../support/event'
import { checkEnd } from './at-the-end'
import type { Plan } from './plan'
import { createScene, type Scene, type Stage } from './scene'
import { act } from './steps'
import { sendBesideStopped } from './stopped-pages'

/** After this time every request in flight has arrived or was given up (ms). */
const CALM_MS = 36_000
/** Check this often whether an account has sent its waiting awards (ms), and this many times. */
const ROUND_MS = 2_000
const ROUNDS = 30
const BETWEEN_SCHEDULES_MS = 5 * 24 * 60 * 60 * 1000

/** Lets each device learn which ledger the server has now. */
async function reconcileLedger({ devices, time, signIn }: Scene): Promise<void> {
  for (const device of devices) {
    device.killAll()
    await signIn(device, 'iva')
    await time.pass(CALM_MS)
  }
}

/**
 * Lets each team's phone deliver all its copies. Signs it in first, because a `restore` may have
 * ended its session.
 */
async function deliverAll({ teams, copies }: Scene): Promise<void> {
  await copies.signInAgain()
  for (const team of teams) await copies.deliver(team)
}

/** Ends all faults; on each device every account with waiting awards signs in again. */
async function drainAll(scene: Scene): Promise<void> {
  const { devices, fates, restores, time, signIn, look } = scene
  fates.length = 0
  for (const device of devices) {
    device.reach = 'on'
    device.storage = 'well'
    for (const page of device.pages) device.thaw(page)
  }
  await deliverAll(scene)
  await time.pass(CALM_MS)
  if (restores.length > 0) await reconcileLedger(scene)
  for (const device of devices) {
    for (const staff of Object.keys(STAFF) as StaffName[]) {
      if (!device.holdsFor(staff)) continue
      device.killAll()
      await signIn(device, staff)
      for (let round = 0; round < ROUNDS && device.holdsFor(staff); round++) {
        await time.pass(ROUND_MS)
        await look()
      }
    }
  }
}

/** Delivers again, because a frozen page may hand out a copy late or a delivery may get no answer. */
async function deliverRest(scene: Scene): Promise<void> {
  const { taps, server, time, look } = scene
  await look()
  const isOpen = taps.some(
    ({ awardId, isCopied, copyRefused }) =>
      isCopied && copyRefused === null && server.rowOf(awardId) === undefined,
  )
  if (!isOpen) return
  await deliverAll(scene)
  await time.pass(CALM_MS)
}

/** Expects each team's score to be the sum of its recorded awards. */
async function checkScores({ teams, disbanded, server }: Scene): Promise<void> {
  for (const team of teams) {
    if (disbanded.has(team)) continue
    const sum = server
      .rowsOfTeam(team)
      .reduce((points, row) => points + (row.voided_at === null ? row.points : 0), 0)
    const points = (await readScores(server.game().db.read, [team]))[0]?.points ?? 0
    if (points !== sum) throw new Error(`team ${team} has ${points} points for awards of ${sum}`)
  }
}

/**
 * Plays one schedule until nothing waits any more, and returns the number of recorded awards.
 * Throws if a promise is broken.
 */
export async function play(stage: Stage, plan: Plan): Promise<number> {
  const { server, time } = stage
  const scene = createScene(stage, plan)
  const realNow = Date.now
  // The server's rate limits use this clock.
  Date.now = time.now
  try {
    await scene.open()
    for (const [index, step] of plan.steps.entries()) {
      if (index === plan.closing) {
        scene.eventClosedAt = time.now()
        await server.closeEvent()
      }
      await act(scene, step)
      await scene.look()
    }
    await sendBesideStopped(scene)
    await drainAll(scene)
    await deliverRest(scene)
    checkEnd(server, scene.taps, scene.teams, scene)
    await checkScores(scene)
    return scene.teams.reduce((sum, team) => sum + server.rowsOfTeam(team).length, 0)
  } finally {
    await scene.close()
    await time.pass(BETWEEN_SCHEDULES_MS)
    Date.now = realNow
  }
}
