import { describe, expect, test } from 'vitest'
import type { OutboxView } from '../../src/offline/view'
import { idsOf, newEntry, noting, REFUSED, readAwards, recordedAward, SILENT } from './entries'
import { createDevice } from './fake-world'

/** What a page shows as taken back, and whether it can restore it. */
const withdrawnOn = ({ view }: { readonly view: () => OutboxView }) =>
  [...view().withdrawn].map(([awardId, entry]) => [awardId, entry !== null])

describe('an award that was cancelled before it was sent', () => {
  async function cancelled() {
    const device = createDevice()
    const { sent, send } = noting()
    const tab = device.openTab(send)
    const other = device.openTab(async () => true)
    await tab.signIn(null)
    const [award, beside] = [newEntry(), newEntry()]
    await tab.add(beside)
    await tab.add(award)
    expect(await tab.cancel(award.awardId)).toBe(true)
    return { device, tab, other, award, beside, sent }
  }

  test('is shown as taken back on every page, and can be restored on its own', async () => {
    const { tab, other, award, beside } = await cancelled()
    expect(withdrawnOn(tab)).toEqual([[award.awardId, true]])
    expect(withdrawnOn(other)).toEqual([[award.awardId, false]])
    await expect.poll(() => idsOf(other.view().entries)).toEqual([beside.awardId])
  })

  test('is waiting again once it is restored, and sent', async () => {
    const { tab, award, beside, sent } = await cancelled()
    await tab.restore(award.awardId)
    expect(withdrawnOn(tab)).toEqual([])
    expect(idsOf(tab.view().entries)).toEqual([beside.awardId, award.awardId])
    await tab.signIn('iva')
    await tab.settled()
    expect(new Set(idsOf(sent))).toEqual(new Set([beside.awardId, award.awardId]))
  })

  test('comes back alone: another one stays taken back', async () => {
    const { tab, award, beside } = await cancelled()
    await tab.cancel(beside.awardId)
    await tab.restore(award.awardId)
    expect(withdrawnOn(tab)).toEqual([[beside.awardId, true]])
  })

  test('of another page cannot be restored here, and nothing happens', async () => {
    const { other, award } = await cancelled()
    await other.restore(award.awardId)
    expect(withdrawnOn(other)).toEqual([[award.awardId, false]])
  })
})

describe('an award that could not be stored', () => {
  test('is shown as recorded on every page once the server has it', async () => {
    const device = createDevice()
    const [tab, other] = [device.openTab(async () => true), device.openTab(async () => true)]
    const award = newEntry()
    expect(await tab.sendUnstored(award)).toEqual({ is: 'recorded', award: recordedAward(award) })
    for (const page of [tab, other]) expect(page.view().recorded.get(award.awardId)?.points).toBe(25)
    expect(await readAwards(device.store)).toEqual([])
  })

  test('counts as failed if the server says nothing about it', async () => {
    const nothing = { outcomes: new Map(), blocked: null }
    const tab = createDevice().openTab(async () => true, { send: async () => nothing })
    expect(await tab.sendUnstored(newEntry())).toEqual({ is: 'failed' })
  })

  test.each([
    ['nobody answers', SILENT],
    ['the server refuses', REFUSED],
    ['the server fails', { is: 'failed' }],
  ] as const)('is not shown as recorded if %s', async (_what, answer) => {
    const tab = createDevice().openTab(async () => answer)
    expect(await tab.sendUnstored(newEntry())).toEqual(answer)
    expect(tab.view().recorded.size).toBe(0)
  })

  test('fault 47: is voided, not just removed, if its write ended late and it is then taken back', async () => {
    const device = createDevice()
    const [tab, other] = [device.openTab(async () => SILENT), device.openTab(async () => true)]
    const award = newEntry()
    await tab.sendUnstored(award)
    await device.store.append(award)
    expect(await other.cancel(award.awardId)).toBe(false)
    expect(await readAwards(device.store)).toMatchObject([{ awardId: award.awardId, cancelled: true }])
  })

  test('fault 47: is not sent if its write ended late and another page has taken it back', async () => {
    const device = createDevice()
    const { sent, send } = noting()
    const tab = device.openTab(send)
    const award = newEntry()
    const other = device.openTab(async () => true)
    await other.add(award)
    expect(await other.cancel(award.awardId)).toBe(true)
    expect(await tab.sendUnstored(award)).toEqual({ is: 'failed' })
    expect(sent).toEqual([])
    await other.restore(award.awardId)
    expect(await other.cancel(award.awardId)).toBe(true)
  })
})

describe('what the outbox shows', () => {
  test('awards are sending while their call is on its way, and not after it', async () => {
    const device = createDevice()
    const [quick, slow] = [newEntry(), newEntry({ teamId: 'sove' })]
    const answered = Promise.withResolvers<void>()
    const tab = device.openTab(async ({ awardId }) => {
      if (awardId === slow.awardId) await answered.promise
      return true
    })
    for (const award of [quick, slow]) await device.store.append(award)
    await tab.signIn('iva')
    await expect.poll(() => tab.view().recorded.size).toBe(1)
    expect([...tab.view().sending]).toEqual([slow.awardId])
    answered.resolve()
    await tab.settled()
    expect(tab.view()).toMatchObject({ entries: [], sending: new Set() })
  })

  test('an award that is being voided counts as sending, and one that was sent is not taken back', async () => {
    const device = createDevice()
    const award = newEntry()
    const shown: string[][] = []
    const tab = device.openTab(async () => SILENT)
    const voiding = device.openTab(async () => true, {
      undo: async (entry) => {
        shown.push([...voiding.view().sending])
        return { is: 'recorded', award: { ...recordedAward(entry), voided: true } }
      },
    })
    await tab.signIn('iva')
    await tab.add(award)
    await tab.settled()
    expect(await tab.cancel(award.awardId)).toBe(false)
    expect(withdrawnOn(tab)).toEqual([])
    await tab.settled()
    await voiding.signIn('iva')
    await voiding.settled()
    expect(shown).toEqual([[award.awardId]])
  })

  test('what a page stores or dismisses, the others show', async () => {
    const device = createDevice()
    const [tab, other] = [device.openTab(async () => true), device.openTab(async () => true)]
    await tab.signIn(null)
    const award = newEntry({ refusal: REFUSED })
    await tab.add(award)
    await expect.poll(() => idsOf(other.view().entries)).toEqual([award.awardId])
    await tab.dismiss(award.awardId)
    await expect.poll(() => other.view().entries).toEqual([])
  })

  test('an award that another page changed is brought up to date, by its own id', async () => {
    const device = createDevice()
    const [tab, other] = [device.openTab(async () => true), device.openTab(async () => true)]
    const award = { ...recordedAward(newEntry()), voided: true }
    tab.learn(award)
    for (const page of [tab, other]) expect(page.view().recorded.get(award.award_id)).toEqual(award)
  })

  test('fault 46: what was read stays on the screen while storage cannot be read, and says so', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => SILENT)
    await tab.signIn(null)
    const award = newEntry()
    await tab.add(award)
    expect(tab.view().storage).toBe('read')
    const { read } = device.store
    device.store.read = () => Promise.reject(new Error('no answer'))
    const { copies } = device.store
    // Local storage may have been cleared.
    device.store.copies = () => []
    for (let looks = 0; looks < 2; looks++) {
      await tab.signIn(null)
      expect(tab.view().storage).toBe('unreadable')
      expect(idsOf(tab.view().entries)).toEqual([award.awardId])
    }
    device.store.copies = copies
    // A page that has read nothing yet shows the copies.
    const late = device.openTab(async () => SILENT)
    await late.signIn(null)
    expect(late.view().storage).toBe('unreadable')
    expect(idsOf(late.view().entries)).toEqual([award.awardId])
    device.store.read = read
    await tab.signIn(null)
    expect(tab.view().storage).toBe('read')
  })

  test.each([
    ['an own waiting award', {}, 1],
    ['an award of another account', { userId: 'luka' }, 0],
    ['a refused award', { refusal: REFUSED }, 0],
  ])('fault 24: hidden with %s it asks for a background sync, or not', async (_what, own, syncs) => {
    const device = createDevice()
    const tab = device.openTab(async () => ({ is: 'later', silent: false, retryAfterMs: null }))
    await device.store.append(newEntry(own))
    await tab.signIn('iva')
    await tab.settled()
    expect(device.syncsAsked()).toBe(0)
    device.putAway()
    expect(device.syncsAsked()).toBe(syncs)
  })
})
