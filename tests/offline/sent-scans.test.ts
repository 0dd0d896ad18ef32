import { values } from 'idb-keyval'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { bonus, cut, ko, MADE, replay, setUpScans } from './scans-device'

afterEach(() => vi.unstubAllGlobals())

describe('sending kept scans', () => {
  test('sends time and account, reports the outcome and removes the scan', async () => {
    const { scans, asked, answers, store } = setUpScans()
    await scans.keep('ana', 'zmaj', MADE)
    await replay(scans, 'ana')
    expect(asked).toEqual([expect.objectContaining({ action: 'scan', nfc_id: 'zmaj', user_id: 'ana', queued_ms: '8000' })])
    expect(answers).toEqual([bonus.nfc])
    expect(await values(store)).toEqual([])
  })

  test('fault 16: sends those of one account only', async () => {
    const { scans, asked } = setUpScans()
    await scans.keep('ana', 'zmaj', MADE)
    await replay(scans, 'iva')
    expect(asked).toEqual([])
    expect(scans.view().entries).toHaveLength(1)
  })

  test('fault 7: two tabs at once send a scan once', async () => {
    const { scans, openTab, asked } = setUpScans()
    await scans.keep('ana', 'zmaj', MADE)
    await Promise.all([replay(scans, 'ana'), replay(openTab(), 'ana'), replay(openTab(), 'ana')])
    expect(asked).toHaveLength(1)
  })

  test('also sends scans that another tab has kept', async () => {
    const { scans, openTab, answers } = setUpScans()
    await openTab().keep('ana', 'zmaj', MADE)
    await replay(scans, 'ana')
    expect(answers).toHaveLength(1)
  })

  test('fault 14: wait as long as the server asks, whatever brings them to mind', async () => {
    const pause = () => new Response(JSON.stringify(ko('TOO_MANY_REQUESTS')), { status: 429, headers: { 'retry-after': '20' } })
    const { scans, asked } = setUpScans(pause)
    await scans.keep('ana', 'zmaj', MADE)
    await replay(scans, 'ana')
    scans.kick()
    await scans.settled()
    expect(asked).toHaveLength(1)
    scans.sendNow()
    await scans.settled()
    expect(asked).toHaveLength(2)
  })

  test('fault 32: a page without the server’s time requests it before relying on the device’s clock', async () => {
    const { scans, asked } = setUpScans(cut, null)
    await scans.keep('ana', 'zmaj', MADE)
    await replay(scans, 'ana')
    expect(asked.map(({ action }) => action)).toEqual(['login'])
  })

  test.each([
    ['knows the server’s time', 58_000, 'an earlier page'],
    ['made the scan itself', null, 'two'],
  ])('fault 32: a page that %s requests nothing else', async (_what, serverTime, pageLife) => {
    const { scans, asked } = setUpScans(() => bonus, serverTime)
    await scans.keep('ana', 'zmaj', { ...MADE, pageLife })
    await replay(scans, 'ana')
    expect(asked.map(({ action }) => action)).toEqual(['scan'])
  })
})
