import { describe, expect, test } from 'vitest'
import type { OutboxEntry } from '../../src/offline/entry'
import { idsOf, newEntry, noting, REFUSED, readAwards, recordedAward, SILENT } from './entries'
import { createDevice } from './fake-world'

describe('the outbox', () => {
  test('stores an award before sending it, and shows the server’s result', async () => {
    const device = createDevice()
    const storedWhenSent: number[] = []
    const tab = device.openTab(async () => {
      storedWhenSent.push((await readAwards(device.store)).length)
      return true
    })
    await tab.signIn('iva')
    const award = newEntry()
    await tab.add(award)
    expect(idsOf(tab.view().entries)).toEqual([award.awardId])
    await tab.settled()
    expect(storedWhenSent).toEqual([1])
    expect(tab.view().entries).toEqual([])
    expect(tab.view().recorded.get(award.awardId)?.points).toBe(25)
  })

  test('shows an award once, even if another tab’s message showed it before the tap was confirmed', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => true as const)
    const { append } = device.store
    device.store.append = async (entry) => {
      const stored = await append(entry)
      tab.receive({ is: 'changed' })
      await expect.poll(() => tab.view().entries).toHaveLength(1)
      return stored
    }
    const award = newEntry()
    await tab.add(award)
    expect(idsOf(tab.view().entries)).toEqual([award.awardId])
  })

  test('cancels an unsent award at once, and voids a sent one once the server has it', async () => {
    const device = createDevice()
    let up = false
    const tab = device.openTab(async () => (up ? true : SILENT))
    const [sent, unsent] = [newEntry(), newEntry()]
    await tab.signIn('iva')
    await tab.add(sent)
    await tab.settled()
    await tab.signIn(null)
    await tab.add(unsent)
    expect(await tab.cancel(unsent.awardId)).toBe(true)
    expect(await tab.cancel(sent.awardId)).toBe(false)
    expect(tab.view().entries.map(({ awardId, cancelled }) => [awardId, cancelled])).toEqual([[sent.awardId, true]])
    up = true
    await tab.signIn('iva')
    await tab.settled()
    expect(tab.view().entries).toEqual([])
    expect(tab.view().recorded.get(sent.awardId)?.voided).toBe(true)
    expect(tab.view().recorded.has(unsent.awardId)).toBe(false)
  })

  test('taps at the same moment keep their order', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => SILENT)
    const taps = Array.from({ length: 5 }, () => newEntry())
    await Promise.all(taps.map((tap) => tab.add(tap)))
    expect(idsOf(tab.view().entries)).toEqual(idsOf(taps))
  })

  test('fault 58: each tab says waiting, then the outcome, of what an earlier ledger had recorded; a refused one never again recorded', async () => {
    const device = createDevice()
    let answer: (entry: OutboxEntry) => Promise<true | typeof REFUSED | typeof SILENT> = async () => true
    const tabs = [device.openTab((entry) => answer(entry)), device.openTab((entry) => answer(entry))]
    const [front, other] = tabs
    if (front === undefined || other === undefined) throw new Error('no tabs')
    const says = () => tabs.map((tab) => [idsOf(tab.view().entries), [...tab.view().recorded.keys()]])
    for (const tab of tabs) {
      await tab.signIn('iva')
      await tab.meetLedger({ ledger: 'first', fresh: false })
    }
    await front.add(newEntry({ awardId: 'kept' }))
    await front.add(newEntry({ awardId: 'refused', teamId: 'sove' }))
    await front.settled()
    expect(says()).toEqual([
      [[], ['kept', 'refused']],
      [[], ['kept', 'refused']],
    ])

    answer = async () => SILENT
    await Promise.all(tabs.map((tab) => tab.meetLedger({ ledger: 'second', fresh: false })))
    await expect
      .poll(() => says().map(([waiting]) => waiting))
      .toEqual([
        ['kept', 'refused'],
        ['kept', 'refused'],
      ])
    expect(other.view().entries.every(({ again, attempted }) => again && attempted)).toBe(true)

    const sent: string[] = []
    answer = async ({ awardId }) => {
      sent.push(awardId)
      return awardId === 'kept' ? true : REFUSED
    }
    // The attempt that nobody answered has planned the next.
    for (const tab of tabs) await tab.settled()
    await device.pass(device.nextAttempt() ?? 0)
    await expect.poll(says).toEqual([
      [['refused'], ['kept']],
      [['refused'], ['kept']],
    ])
    expect(sent).toEqual(['kept', 'refused'])
    await other.dismiss('refused')
    await expect.poll(says).toEqual([
      [[], ['kept']],
      [[], ['kept']],
    ])
  })

  test('a cancelled award is voided at once where this tab may send, though another one gave it', async () => {
    const device = createDevice()
    const [tab, signedOut] = [device.openTab(async () => true), device.openTab(async () => true)]
    await tab.signIn('iva')
    await tab.settled()
    const award = newEntry()
    await signedOut.add(award)
    await signedOut.handOut([award.awardId])
    expect(await tab.cancel(award.awardId)).toBe(false)
    await tab.settled()
    expect(tab.view().entries).toEqual([])
    expect(tab.view().recorded.get(award.awardId)?.voided).toBe(true)
  })

  test('fault 58: a new ledger gets at once what an earlier one recorded, and only the void of what it had voided', async () => {
    const device = createDevice()
    const { sent, send } = noting()
    const undone: string[] = []
    const tab = device.openTab(send, {
      undo: async (entry) => {
        undone.push(entry.awardId)
        return { is: 'recorded', award: { ...recordedAward(entry), voided: true } }
      },
    })
    await tab.signIn('iva')
    await tab.meetLedger({ ledger: 'first', fresh: false })
    const [kept, voided] = [newEntry(), newEntry({ teamId: 'sove' })]
    for (const award of [kept, voided]) await tab.add(award)
    await tab.settled()
    tab.learn(recordedAward(kept))
    tab.learn({ ...recordedAward(voided), voided: true })
    sent.length = 0
    await tab.meetLedger({ ledger: 'second', fresh: false })
    await tab.settled()
    expect([idsOf(sent), undone]).toEqual([[kept.awardId], [voided.awardId]])
    await tab.meetLedger({ ledger: 'second', fresh: false })
    await tab.settled()
    expect(sent).toHaveLength(1)
  })

  test('only a refused award can be dismissed', async () => {
    const tab = createDevice().openTab(async () => true)
    const [waiting, refused] = [newEntry(), newEntry({ refusal: REFUSED })]
    for (const award of [waiting, refused]) await tab.add(award)
    for (const { awardId } of [waiting, refused]) await tab.dismiss(awardId)
    expect(idsOf(tab.view().entries)).toEqual([waiting.awardId])
  })
})
