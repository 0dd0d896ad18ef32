import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeDeviceSession } from '../../src/api/device-session'
import { drainInBackground, endRunningDrain } from '../../src/offline/background'
import { openOutboxChannel } from '../../src/offline/outbox-channel'
import { createIndexedDbOutboxStore } from '../../src/offline/store'
import { appendAward, newEntry } from './entries'

const LOCK = 'geek-outbox-drain'
/** Closes resources that a test leaves open. */
let ends: (() => void)[] = []

beforeEach(async () => {
  await writeDeviceSession({ is: 'signed-in', userId: 'iva' })
  await appendAward(createIndexedDbOutboxStore(), newEntry())
})
afterEach(() => {
  for (const end of ends) end()
  ends = []
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/**
 * Opens a page that keeps the lock and answers each question whether it is alive. `asked` resolves
 * after the first question.
 */
async function openHolder(): Promise<{ readonly asked: Promise<void> }> {
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await new Promise<void>((taken) => {
    void navigator.locks.request(LOCK, () => {
      taken()
      return held.promise
    })
  })
  const { broadcast, close } = openOutboxChannel(({ is }) => {
    if (is !== 'asks') return
    broadcast({ is: 'holds' })
    asked.resolve()
  })
  ends.push(held.resolve, close)
  return { asked: asked.promise }
}

test('fault 50: the worker dates an award by the device’s timeline, however far that is behind the clock', async () => {
  const hour = 3_600_000
  const wall = Date.now() - hour
  const unknown = { ...newEntry().made, pageLife: 'two', serverTime: null }
  const made = { ...unknown, wall, device: wall - 10 * hour }
  const { awardId } = await appendAward(createIndexedDbOutboxStore(), newEntry({ made }))
  const sent: { readonly award_id: string; readonly queued_ms: number }[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: URLSearchParams }) => {
    sent.push(...JSON.parse(body.get('awards') ?? '[]'))
    const answer = { status: 'KO', code: 'UNAVAILABLE', message: 'Kasnije.' }
    return Response.json({ ...answer, server_time: new Date().toISOString() })
  })
  await expect(drainInBackground()).rejects.toThrow('something still waits')
  const queued = sent.find((award) => award.award_id === awardId)?.queued_ms ?? 0
  expect(Math.round(queued / hour)).toBe(1)
})

test('fault 49: a worker that cannot read the session asks to be woken again, and then sends', async () => {
  vi.resetModules()
  const worker = await import('../../src/offline/background')
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new Error('no answer of the disk')
  })
  const send = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', send)
  await expect(worker.drainInBackground()).rejects.toThrow('the stored session cannot be read')
  expect(send).not.toHaveBeenCalled()
  await expect(worker.drainInBackground()).rejects.toThrow('something still waits')
  expect(send).toHaveBeenCalled()
})

test('fault 52: a drain of the worker that waits for a page’s lock ends when a new version takes over', async () => {
  const { asked } = await openHolder()
  const draining = drainInBackground()
  await asked
  endRunningDrain()
  // Because of the error, the browser wakes the new version for the awards that still wait.
  await expect(draining).rejects.toThrow('something still waits')
})

test('fault 52: a hanging drain of the worker ends when a new version takes over, and keeps the award', async () => {
  const called = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', () => {
    called.resolve()
    return new Promise(() => {})
  })
  const draining = drainInBackground()
  await called.promise
  endRunningDrain()
  await expect(draining).rejects.toThrow('something still waits')
  const { entries } = await createIndexedDbOutboxStore().read()
  expect(entries.length).toBeGreaterThan(0)
})
