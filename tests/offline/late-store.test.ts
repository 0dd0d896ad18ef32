import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Outbox } from '../../src/offline/outbox'
import { stateOfAward } from '../../src/offline/view'
import { idsOf, newEntry, noting, REFUSED, recordedAward } from './entries'
import { createDevice } from './fake-deps'

/** More store operations than a tap, a drain and the following read make together. */
const OPERATIONS = 12
const AWARD = newEntry({ awardId: 'award' })

/**
 * Gives the award on a tab as the screen does, and records each later status on the screen; null
 * while the line is blank.
 */
function createScreen(tab: Outbox) {
  const said: (string | null)[] = []
  /** The award's state if it could not be stored. */
  let unstored: string | null = null
  function look(): void {
    const view = tab.view()
    const entry = view.entries.find(({ awardId }) => awardId === AWARD.awardId)
    const state = stateOfAward(view, AWARD.awardId, entry)?.kind ?? unstored
    if (said.at(-1) !== state) said.push(state)
  }
  tab.subscribe(look)
  return {
    said,
    async give(): Promise<void> {
      try {
        await tab.add(AWARD)
      } catch {
        unstored = 'not stored'
        look()
        unstored = (await tab.sendUnstored(AWARD)).kind
        look()
      }
    },
  }
}

const failures = [true, false].flatMap((isDone) =>
  Array.from({ length: OPERATIONS }, (_, after) => ({ isDone, after })),
)

test.each([
  ['recorded', true],
  ['refused', REFUSED],
] as const)(
  'fault 96: the server’s answer (%s) stays on the screen whichever operation of the store reports late',
  async (is, answer) => {
    let failed = 0
    for (const failure of failures) {
      const device = createDevice()
      const tab = device.openTab(async () => answer)
      const other = device.openTab(async () => answer)
      await tab.signIn('iva')
      await tab.idle()
      device.failStore({ ...failure })
      const { said, give } = createScreen(tab)
      await give()
      await tab.idle()
      for (let waited = 0; waited < 2_000; waited += 250) await device.pass(250)
      const about = `operation ${failure.after}, ${failure.isDone ? 'done' : 'not done'}: ${said.join(', ')}`
      const answered = said.indexOf(is)
      expect(answered, about).toBeGreaterThanOrEqual(0)
      expect(said.slice(answered), about).toEqual([is])
      // Once the line said something, it never went blank again.
      expect(said.slice(said.findIndex((words) => words !== null)), about).not.toContain(null)
      const waiting = (await device.stored()).filter(
        (entry) => entry.kind === 'award' && entry.refusal === null,
      )
      expect(waiting, about).toEqual([])
      const waitsOn = () => other.view().entries.filter(({ refusal }) => refusal === null)
      await expect.poll(waitsOn, { message: about }).toEqual([])
      if (device.hasFailed()) failed += 1
    }
    expect(failed).toBeGreaterThan(8)
  },
)

test('fault 96: a page does not resend an award whose answer it could not store', async () => {
  const device = createDevice()
  const { sent, send } = noting()
  const tab = device.openTab(send)
  await tab.signIn('iva')
  await tab.idle()
  await tab.add(AWARD)
  // The drain reads the award and marks it as attempted; then storing the answer fails twice.
  device.failStore({ after: 2, isDone: false }, { after: 0, isDone: false })
  await tab.idle()
  expect(tab.view()).toMatchObject({ entries: [], sending: new Set() })
  expect(tab.view().recorded.get(AWARD.awardId)).toEqual(recordedAward(AWARD))
  for (let waited = 0; waited < 1_000; waited += 250) await device.pass(250)
  expect([sent.length, await device.stored()]).toEqual([1, []])
})

test.each([true, false])(
  'fault 96: an answered void is shown although the store (write done: %s) reports late',
  async (isDone) => {
    const device = createDevice()
    let undone = 0
    const tab = device.openTab(async () => true, {
      voidAward: async (entry) => {
        undone += 1
        return { kind: 'recorded', award: { ...recordedAward(entry), voided: true } }
      },
    })
    await device.store.append({ ...AWARD, attempted: true, cancelled: true })
    // The drain reads, marks, and stores the recorded award; the failure hits the void after that.
    device.failStore({ after: 4, isDone })
    await tab.signIn('iva')
    await tab.idle()
    for (let waited = 0; waited < 1_000; waited += 250) await device.pass(250)
    expect(device.hasFailed()).toBe(true)
    expect(tab.view().recorded.get(AWARD.awardId)?.voided).toBe(true)
    expect([tab.view().entries, await device.stored(), undone]).toEqual([[], [], 1])
  },
)

test.each([true, false])(
  'fault 96: an award cancelled before it was sent is shown as withdrawn although its removal (done: %s) reports late',
  async (isDone) => {
    const device = createDevice()
    const { sent, send } = noting()
    const tab = device.openTab(send)
    await tab.signIn(null)
    await tab.add(AWARD)
    device.failStore({ after: 0, isDone })
    await expect(tab.cancel(AWARD.awardId)).rejects.toThrow('in time')
    expect([...tab.view().withdrawn]).toEqual([AWARD.awardId])
    await tab.signIn('iva')
    await tab.idle()
    expect([tab.view().entries, sent]).toEqual([[], []])
  },
)

test('faults 58 and 96: awards that a new ledger lacks are sent again although the store reports late', async () => {
  const device = createDevice()
  const { sent, send } = noting()
  const tab = device.openTab(send)
  await tab.signIn('iva')
  await tab.reconcileLedger({ ledger: 'first', fresh: false })
  await tab.add(AWARD)
  await tab.idle()
  device.failStore({ after: 0, isDone: true })
  await expect(tab.reconcileLedger({ ledger: 'second', fresh: false })).rejects.toThrow('in time')
  await tab.idle()
  expect(sent).toHaveLength(2)
})

/** Operations of the store that fail: those of the drain, or those that store the void. */
const LATE_VOIDS: readonly (readonly [string, number | null, number | null])[] = [
  ['its answer', 2, null],
  ['answer and void', 2, 0],
  ['its void', null, 0],
  ['its void’s mark', null, 1],
]
test.each(LATE_VOIDS)(
  'faults 58 and 96: a new ledger gets the void alone though the store took %s late',
  async (_what, ofDrain, ofVoid) => {
    const device = createDevice()
    const { sent, send } = noting()
    const voided: string[] = []
    const tab = device.openTab(send, {
      voidAward: async (entry) => {
        voided.push(entry.awardId)
        return { kind: 'recorded', award: { ...recordedAward(entry), voided: true } }
      },
    })
    await tab.signIn('iva')
    await tab.reconcileLedger({ ledger: 'first', fresh: false })
    await tab.idle()
    await tab.add(AWARD)
    // The drain reads the award and marks it as attempted; then it stores the answer.
    if (ofDrain !== null) device.failStore({ after: ofDrain, isDone: false })
    await tab.idle()
    expect(tab.view().recorded.has(AWARD.awardId)).toBe(true)
    expect(await device.stored()).toHaveLength(ofDrain === null ? 0 : 1)
    if (ofVoid !== null) device.failStore({ after: ofVoid, isDone: false })
    tab.update({ ...recordedAward(AWARD), voided: true })
    await setImmediate()
    expect(device.hasFailed()).toBe(true)
    await device.pass(10_000)
    await setImmediate()
    await tab.reconcileLedger({ ledger: 'second', fresh: false })
    await tab.idle()
    expect([idsOf(sent), voided]).toEqual([[AWARD.awardId], [AWARD.awardId]])
  },
)

test('faults 15 and 96: an award stored late, after its tab was signed out, is sent by another tab', async () => {
  const device = createDevice()
  const [tab, other] = [device.openTab(async () => true), device.openTab(async () => true)]
  await tab.signIn('iva')
  await other.signIn('iva')
  await Promise.all([tab.idle(), other.idle()])
  device.failStore({ after: 0, isDone: true })
  await expect(tab.add(AWARD)).rejects.toThrow('in time')
  await tab.signIn(null)
  await device.pass(1_000)
  await other.idle()
  expect(await device.stored()).toEqual([])
})

test('a failed store operation is retried after pauses that double', async () => {
  const device = createDevice()
  const tab = device.openTab(async () => true)
  await tab.signIn('iva')
  await tab.idle()
  device.failStore(...Array.from({ length: 9 }, () => ({ after: 0, isDone: false })))
  tab.kick()
  const pauses: number[] = []
  for (let tries = 0; tries < 9; tries++) {
    await tab.idle()
    const pause = device.nextAttempt() ?? 0
    pauses.push(pause)
    await device.pass(pause)
  }
  expect(pauses.slice(0, 4)).toEqual([250, 500, 1_000, 2_000])
})

test('after the network’s return an award is sent within 10 seconds though two operations of the store report late', async () => {
  /** The store's operations are abandoned after this time (ms). */
  const deadlineMs = 3_000
  for (const failure of failures) {
    for (const again of failures) {
      const device = createDevice()
      const { sent, send } = noting()
      const tab = device.openTab(send)
      await tab.signIn('iva')
      await tab.idle()
      await device.store.append(AWARD)
      device.failStore({ ...failure }, { ...again })
      tab.kick()
      await tab.idle()
      let waited = 0
      while (sent.length === 0 && waited < 10_000) {
        const pause = device.nextAttempt() ?? Number.POSITIVE_INFINITY
        waited += pause
        await device.pass(pause)
      }
      expect(waited + 2 * deadlineMs).toBeLessThan(10_000)
    }
  }
})

test('the network’s return ends hanging calls in every tab, the button only in its own', async () => {
  const device = createDevice()
  const ended: string[] = []
  const [one] = ['one', 'other'].map((name) =>
    device.openTab(async () => true, { shortenCalls: () => void ended.push(name) }),
  )
  one?.onReturn()
  expect(ended.splice(0)).toEqual(['one', 'other'])
  one?.sendNow()
  expect(ended).toEqual(['one'])
})
