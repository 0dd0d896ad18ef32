import { describe, expect, test, vi } from 'vitest'
import { createOutboxLock, type HeldLock, type LockMessage } from '../../src/offline/outbox-lock'
import { newEntry, noting, recordedAward, SILENT } from './entries'
import { createDevice } from './fake-deps'
import { createFakeLocks } from './fake-locks'

/** The promise is 30 s, but a lock whose holder is silent when a page opens is noticed sooner. */
const WITHIN_MS = 10_000

/** A device with one tab that was stopped during a request, and `living` tabs that run. */
async function deviceWithStoppedTab(living: number) {
  const device = createDevice()
  const { sent, send } = noting()
  const stopped = device.openTab(() => new Promise(() => {}))
  await stopped.signIn('iva')
  await stopped.add(newEntry())
  await expect.poll(() => stopped.view().sending.size).toBe(1)
  device.stop(stopped)
  const tabs = Array.from({ length: living }, () => device.openTab(send))
  for (const tab of tabs) await tab.signIn('iva')
  return { device, tabs, sent }
}

describe('a holder of the lock that no longer runs', () => {
  test.each([1, 2, 3, 5])(
    'faults 8 and 95: is replaced within 30 seconds with %d other tabs, and each award is sent once',
    async (living) => {
      const { device, tabs, sent } = await deviceWithStoppedTab(living)
      await tabs.at(-1)?.add(newEntry())
      let passed = 0
      while (sent.length < 2 && passed < WITHIN_MS) {
        await device.pass(1_000)
        passed += 1_000
      }
      expect(passed).toBeLessThan(WITHIN_MS)
      // One tab sends each award, and all tabs report it.
      expect(new Set(sent.map(({ awardId }) => awardId)).size).toBe(2)
      expect(sent).toHaveLength(2)
      await expect
        .poll(() => tabs.map((tab) => [tab.view().entries.length, tab.view().recorded.size]))
        .toEqual(tabs.map(() => [0, 2]))
    },
  )

  test('fault 95: is replaced even while other messages arrive', async () => {
    const { device, tabs, sent } = await deviceWithStoppedTab(2)
    const [one, other] = tabs
    for (let passed = 0; passed < 10_000; passed += 1_000) {
      one?.receive({ is: 'changed' })
      other?.receive({ is: 'recorded', award: recordedAward(newEntry()) })
      await device.pass(1_000)
    }
    expect(sent).toHaveLength(1)
  })

  test('fault 95: is replaced at once when a person presses the button', async () => {
    const { tabs, sent } = await deviceWithStoppedTab(2)
    await tabs[0]?.idle()
    expect(sent).toEqual([])
    tabs[0]?.sendNow()
    await tabs[0]?.idle()
    expect(sent).toHaveLength(1)
  })

  test('begins nothing more if it runs again after its lock was taken, and asks for it like any other tab', async () => {
    const device = createDevice()
    const answered = Promise.withResolvers<void>()
    const slow = noting(async () => {
      await answered.promise
      return true
    })
    const quick = noting(async () => SILENT)
    const [holder, other] = [device.openTab(slow.send), device.openTab(quick.send)]
    for (const teamId of ['vukovi', 'sove']) await device.store.append(newEntry({ teamId }))
    await holder.signIn('iva')
    await other.signIn('iva')
    await expect.poll(() => slow.sent).toHaveLength(1)
    other.sendNow()
    await other.idle()
    expect(quick.sent).toHaveLength(1)
    answered.resolve()
    await expect.poll(() => holder.view().isDraining).toBe(false)
    expect(slow.sent).toHaveLength(1)
    expect(holder.view().recorded.size).toBe(1)
  })
})

/** Two locks of one device that receive each other's messages. */
function twoLocks() {
  let now = 0
  const said: string[] = []
  const locks = createFakeLocks().of()
  const make = (name: string, other: () => { receive: (message: LockMessage) => void }) =>
    createOutboxLock({
      locks,
      now: () => now,
      broadcast(message) {
        said.push(`${name} ${message.is}`)
        other().receive(message)
      },
    })
  const one = make('one', () => two)
  const two: ReturnType<typeof createOutboxLock> = make('two', () => one)
  return {
    one,
    two,
    said,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('the lock of a drain', () => {
  test.each([
    ['if no other page drains', createFakeLocks().of()],
    ['without Web Locks, where every page drains', null],
  ])('runs the work once %s', async (_what, locks) => {
    const work = vi.fn(async ({ mayContinue }: HeldLock) => mayContinue())
    const lock = createOutboxLock({ locks, now: () => 0, broadcast: () => undefined })
    expect(await lock.run(work)).toBe(true)
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('fault 8: is not taken from a holder that answers, no matter how long it works', async () => {
    const { one, two, said, pass } = twoLocks()
    const ended = Promise.withResolvers<string>()
    let step = (): boolean => false
    const working = one.run(async ({ mayContinue }) => {
      step = mayContinue
      return await ended.promise
    })
    for (let asked = 0; asked < 20; asked++) {
      expect(await two.run(async () => 'taken')).toBe('busy')
      pass(15_000)
      expect(step()).toBe(true)
    }
    expect(said.slice(0, 2)).toEqual(['two asks', 'one holds'])
    ended.resolve('done')
    expect(await working).toBe('done')
    expect(await two.run(async () => 'after it')).toBe('after it')
  })

  test('fault 95: is taken from a holder that runs but has begun nothing for 20 seconds, and the holder learns it', async () => {
    const { one, two, pass } = twoLocks()
    let step = (): boolean => true
    const working = one.run(async ({ mayContinue }) => {
      step = mayContinue
      return await new Promise<string>(() => {})
    })
    pass(19_999)
    expect(await two.run(async () => 'taken')).toBe('busy')
    pass(1)
    expect(await two.run(async () => 'taken')).toBe('busy')
    pass(4_500)
    expect(await two.run(async () => 'taken')).toBe('taken')
    expect(await working).toBe('busy')
    expect(step()).toBe(false)
  })

  test('is released when its work fails, and passes the error on', async () => {
    const { one, two } = twoLocks()
    await expect(one.run(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
    expect(await two.run(async () => 'done')).toBe('done')
  })
})
