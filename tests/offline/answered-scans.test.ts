import { values } from 'idb-keyval'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { bonus, cut, freeTag, ko, MADE, nfc, replay, setUpScans } from './scans-device'

afterEach(() => vi.unstubAllGlobals())

describe('the answer to a kept scan', () => {
  test.each([
    ['no response', cut],
    ['fault 20: a captive portal', () => new Response('<html>')],
    ['fault 13: an unavailable server', () => new Response(JSON.stringify(ko('UNAVAILABLE')), { status: 503 })],
    ['fault 15: a session that has ended', () => ko('NOT_AUTHENTICATED')],
    ['fault 16: another account', () => ko('OTHER_ACCOUNT')],
    ['fault 30: an app that is too old', () => ko('CLIENT_TOO_OLD')],
  ])('changes nothing after %s', async (_what, answer) => {
    const { scans, answers } = setUpScans(answer)
    await scans.keep('ana', 'zmaj', MADE)
    await replay(scans, 'ana')
    expect(scans.view().entries).toEqual([expect.objectContaining({ fate: { is: 'waiting' }, made: MADE })])
    expect(answers).toEqual([])
  })

  test.each([
    ['fault 12: a refused one', 'TAG_NOT_FOUND'],
    ['fault 69: one that came late', 'KEPT_FOR_ORGANISER'],
  ])('%s stays with its reason and is not sent again, and the next goes through', async (_what, code) => {
    const { scans, asked, answers } = setUpScans((fields) => (fields.get('nfc_id') === 'krivi' ? ko(code) : bonus))
    await scans.keep('ana', 'krivi', MADE)
    await scans.keep('ana', 'zmaj', MADE)
    await replay(scans, 'ana')
    await replay(scans, 'ana')
    expect(asked).toHaveLength(2)
    expect(answers).toHaveLength(1)
    expect(scans.view().entries).toEqual([
      expect.objectContaining({ nfcId: 'krivi', fate: { is: 'refused', reason: `Poruka: ${code}` } }),
    ])
  })

  test.each([
    ['collects a bonus', bonus, 0],
    ['finds a free tag', freeTag, 2],
    ['is refused', ko('TAG_NOT_FOUND'), 2],
  ])('after one that %s the next is sent at once', async (_what, answer, left) => {
    const { scans, asked } = setUpScans(() => answer)
    await scans.keep('ana', 'zmaj', MADE)
    await scans.keep('ana', 'prsten', MADE)
    await replay(scans, 'ana')
    expect(new Set(asked.map(({ nfc_id }) => nfc_id))).toEqual(new Set(['prsten', 'zmaj']))
    expect(scans.view().entries).toHaveLength(left)
  })

  test('after one that nobody answers the others wait', async () => {
    const { scans, asked } = setUpScans(cut)
    await scans.keep('ana', 'zmaj', MADE)
    await scans.keep('ana', 'prsten', MADE)
    await replay(scans, 'ana')
    expect(asked).toHaveLength(1)
  })

  test('the tag of a team is not free, and its scan is done', async () => {
    const team = { team_id: 'vukovi', team_name: 'Plavi Vukovi' }
    const { scans, store } = setUpScans(() => ({ ...freeTag, nfc: nfc({ nfc_type: 'team', team }) }))
    await scans.keep('ana', 'zmaj', MADE)
    await replay(scans, 'ana')
    expect([scans.view().entries, await values(store)]).toEqual([[], []])
  })

  test('a scan of a free tag creates no team and stays until the player decides', async () => {
    const { scans, asked } = setUpScans(() => freeTag)
    await scans.keep('ana', 'zmaj', MADE)
    await replay(scans, 'ana')
    await replay(scans, 'ana')
    expect(asked.map(({ action }) => action)).toEqual(['scan'])
    expect(scans.view().entries).toEqual([expect.objectContaining({ fate: { is: 'free-tag' } })])
  })

  test.each([
    ['a free tag', freeTag],
    ['a refusal', ko('TAG_NOT_FOUND')],
  ])('does not restore with %s a scan that was dismissed meanwhile', async (_what, answer) => {
    const { scans, store } = setUpScans(async () => {
      await scans.forget('ana', 'zmaj')
      return new Response(JSON.stringify(answer))
    })
    await scans.keep('ana', 'zmaj', MADE)
    await replay(scans, 'ana')
    expect(await values(store)).toEqual([])
    expect(scans.view().entries).toEqual([])
  })
})
