import 'fake-indexeddb/auto'
import { vi } from 'vitest'
import type { Nfc } from '#contract/entities'
import { createKeptScans, type ScansWorld } from '../../src/offline/kept-scans'
import type { MadeAt } from '../../src/offline/queued-time'
import { createStrictStore } from '../../src/offline/strict-store'
import { newEntry, recordedAward } from './entries'
import { createFakeLocks } from './fake-locks'

const server_time = '2026-05-09T10:00:00.000Z'
export const MADE: MadeAt = { wall: 1_000, forward: 1_000, pageLife: 'one', serverTime: 50_000, lastContact: 50_000 }
export const LATER: MadeAt = { ...MADE, wall: 6_000, forward: 6_000, serverTime: 55_000 }
const award = { ...recordedAward(newEntry()), vendor_id: null, vendor_name: null }
export const nfc = (own: Partial<Nfc>): Nfc => ({
  nfc_id: 'zmaj',
  nfc_type: 'bonus',
  team: null,
  vendor: null,
  award: null,
  already_collected: false,
  ...own,
})
export const bonus = { status: 'OK', nfc: nfc({ award }), server_time }
export const freeTag = { status: 'OK', nfc: nfc({ nfc_type: 'team' }), server_time }
export const ko = (code: string) => ({ status: 'KO', code, message: `Poruka: ${code}`, server_time })
export const cut = () => Promise.reject(new TypeError('Failed to fetch'))

/** Sends the account's scans once. */
export async function replay(scans: ReturnType<typeof createKeptScans>, userId: string): Promise<void> {
  scans.signIn(userId)
  scans.kick()
  await scans.settled()
}

/** A device that plans no attempt, and a server with scripted responses; the monotonic clock is at 9 s, the server's at 58 s. */
export function setUpScans(
  answer: (fields: URLSearchParams) => Promise<Response> | object = () => bonus,
  serverTime: number | null = 58_000,
) {
  const store = createStrictStore(`scans-${crypto.randomUUID()}`, 'scans')
  const asked: Record<string, string>[] = []
  const answers: Nfc[] = []
  vi.stubGlobal('fetch', async (address: string, init: { body: URLSearchParams }) => {
    const { searchParams } = new URL(address, 'https://igra.example.hr')
    const fields = new URLSearchParams([...searchParams, ...new URLSearchParams(init.body)])
    asked.push(Object.fromEntries(fields))
    const given = await answer(fields)
    return given instanceof Response ? given : new Response(JSON.stringify(given))
  })
  const world: ScansWorld = {
    store,
    clocks: () => ({ forward: 9_000, device: 9_000, pageLife: serverTime === null ? 'two' : 'one', serverTime }),
    locks: createFakeLocks().of(),
    now: () => 0,
    random: () => 1,
    schedule: () => () => undefined,
    inFront: () => true,
    requestSync: () => undefined,
  }
  const openTab = (own: Partial<ScansWorld> = {}) => {
    const tab = createKeptScans({ ...world, ...own })
    tab.onAnswer((one) => answers.push(one))
    return tab
  }
  return { store, asked, answers, openTab, scans: openTab() }
}
