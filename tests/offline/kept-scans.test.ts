import { set, values } from 'idb-keyval'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { bonus, ko, LATER, MADE, replay, setUpScans } from './scans-device'

afterEach(() => vi.unstubAllGlobals())

describe('a kept scan', () => {
  test('is stored on the device with its account and time once keeping resolves', async () => {
    const { scans, store, openTab } = setUpScans()
    await scans.keep('ana', 'zmaj', MADE)
    expect(await values(store)).toEqual([expect.objectContaining({ userId: 'ana', nfcId: 'zmaj', made: MADE })])
    const next = openTab()
    await next.refresh()
    expect(next.view()).toEqual(scans.view())
  })

  test('is stored once per tag and account, with the first time', async () => {
    const { scans } = setUpScans()
    await scans.keep('ana', 'zmaj', MADE)
    await scans.keep('ana', 'zmaj', LATER)
    await scans.keep('ana', 'prsten', LATER)
    await scans.keep('iva', 'zmaj', LATER)
    const found = scans.view().entries.map(({ userId, nfcId, made }) => [userId, nfcId, made.wall])
    expect(found).toHaveLength(3)
    expect(found).toEqual(
      expect.arrayContaining([
        ['ana', 'zmaj', 1_000],
        ['ana', 'prsten', 6_000],
        ['iva', 'zmaj', 6_000],
      ]),
    )
    expect((await scans.first('ana', 'zmaj', { made: LATER })).made).toEqual(MADE)
  })

  test('of a tag that was refused before is a new scan with its own time', async () => {
    const { scans } = setUpScans(() => ko('EVENT_CLOSED'))
    await scans.keep('ana', 'zmaj', MADE)
    await replay(scans, 'ana')
    expect((await scans.first('ana', 'zmaj', { made: LATER })).made).toEqual(LATER)
    await scans.keep('ana', 'zmaj', LATER)
    expect(scans.view().entries).toEqual([expect.objectContaining({ made: LATER, fate: { is: 'waiting' } })])
  })

  test('that cannot be read blocks no other', async () => {
    const { scans, store, answers } = setUpScans()
    await set('broken', { version: 9 }, store)
    await scans.keep('ana', 'zmaj', MADE)
    await replay(scans, 'ana')
    expect(answers).toHaveLength(1)
    expect(await values(store)).toEqual([{ version: 9 }])
    expect(scans.view()).toEqual({ storage: 'read', entries: [] })
  })

  test('is gone once the player has seen what became of it, alone', async () => {
    const { scans, openTab } = setUpScans()
    await scans.keep('ana', 'zmaj', MADE)
    await scans.keep('ana', 'prsten', MADE)
    const [seen, other] = scans.view().entries
    await scans.dismiss(seen?.scanId ?? '')
    expect(scans.view().entries).toEqual([other])
    const next = openTab()
    await next.refresh()
    expect(next.view().entries).toEqual([other])
  })

  test('of a tag that was never scanned waits since never, and forgetting it changes nothing', async () => {
    const { scans } = setUpScans()
    await scans.keep('ana', 'zmaj', MADE)
    expect((await scans.first('ana', 'prsten', { made: LATER })).made).toEqual(LATER)
    await scans.forget('ana', 'prsten')
    expect(scans.view().entries.map(({ nfcId }) => nfcId)).toEqual(['zmaj'])
  })

  describe('of a touch', () => {
    const [proof, newer] = [
      { picc: 'a'.repeat(32), cmac: 'b'.repeat(16) },
      { picc: 'c'.repeat(32), cmac: 'd'.repeat(16) },
    ]

    test('is sent with its proof and the time of that touch, also after another one', async () => {
      const sent: object[] = []
      const { scans } = setUpScans((fields) => {
        sent.push(Object.fromEntries(fields))
        return bonus
      })
      await scans.keep('ana', 'zmaj', MADE, proof)
      await scans.keep('ana', 'zmaj', LATER, newer)
      await replay(scans, 'ana')
      expect(sent).toEqual([expect.objectContaining({ queued_ms: '8000', ...proof })])
      expect(scans.view().entries).toEqual([])
    })

    test('takes the place of one that waits without a proof', async () => {
      const { scans } = setUpScans()
      await scans.keep('ana', 'zmaj', MADE)
      await scans.keep('ana', 'zmaj', LATER, proof)
      expect(scans.view().entries).toEqual([expect.objectContaining({ made: LATER, proof })])
    })

    test('waits until its player is in a team; any other refusal is final', async () => {
      let answer: object = ko('NOT_IN_TEAM')
      const { scans, answers } = setUpScans(() => answer)
      await scans.keep('ana', 'zmaj', MADE, proof)
      await scans.keep('ana', 'prsten', MADE)
      await replay(scans, 'ana')
      const fates = new Map(scans.view().entries.map(({ nfcId, fate }) => [nfcId, fate.is]))
      expect(fates).toEqual(
        new Map([
          ['prsten', 'refused'],
          ['zmaj', 'waiting'],
        ]),
      )
      answer = bonus
      await replay(scans, 'ana')
      expect(answers).toHaveLength(1)
      await scans.keep('ana', 'zmaj', MADE, newer)
      answer = ko('TAG_REPLAYED')
      await replay(scans, 'ana')
      expect(scans.view().entries.map(({ fate }) => fate.is)).toEqual(['refused', 'refused'])
    })
  })

  test('that the device cannot store is not reported as kept', async () => {
    const { openTab } = setUpScans()
    const scans = openTab({ store: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) })
    await expect(scans.keep('ana', 'zmaj', MADE)).rejects.toThrow('full')
    expect(openTab().view().entries).toEqual([])
  })

  test('fault 46: is never reported as missing if storage cannot be read', async () => {
    const { store, openTab } = setUpScans()
    const first = openTab()
    expect(first.view().storage).toBe('unknown')
    await first.keep('ana', 'zmaj', MADE)
    let readable = true
    const broken = openTab({
      store: (mode, use) => (readable ? store(mode, use) : Promise.reject(new DOMException('lost', 'UnknownError'))),
    })
    await broken.refresh()
    readable = false
    await broken.refresh()
    expect(broken.view()).toEqual({ storage: 'unreadable', entries: first.view().entries })
  })
})
