import { describe, expect, test } from 'vitest'
import { type AwardEntry, changeAward } from '../../src/offline/entry'
import { idsOf, newEntry, noting, REFUSED, readAwards, recordedAward, SILENT } from './entries'
import { createDevice } from './fake-deps'

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
    await tab.idle()
    expect(storedWhenSent).toEqual([1])
    expect(tab.view().entries).toEqual([])
    expect(tab.view().recorded.get(award.awardId)?.points).toBe(25)
  })

  test('begins to store an award synchronously in the tap’s handler, so that rendering happens meanwhile', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => true)
    const { append } = device.store
    let begun = 0
    device.store.append = (entry) => {
      begun += 1
      return append(entry)
    }
    const added = tab.add(newEntry())
    expect(begun).toBe(1)
    await added
  })

  test('reads and sends nothing before the frame with the stored award is painted', async () => {
    const device = createDevice()
    const { sent, send } = noting()
    let painted = () => {}
    const tab = device.openTab(send, {
      afterPaint: (work) => {
        painted = work
      },
    })
    await tab.signIn('iva')
    await tab.idle()
    let reads = 0
    const { read } = device.store
    device.store.read = () => {
      reads += 1
      return read()
    }
    const award = newEntry()
    await tab.add(award)
    await tab.idle()
    expect(idsOf(tab.view().entries)).toEqual([award.awardId])
    expect([reads, idsOf(sent)]).toEqual([0, []])
    painted()
    await tab.idle()
    expect(idsOf(sent)).toEqual([award.awardId])
  })

  test('shows an award only once, even if another tab’s message arrives before the tap is confirmed', async () => {
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
    await tab.idle()
    await tab.signIn(null)
    await tab.add(unsent)
    expect(await tab.cancel(unsent.awardId)).toBe(true)
    expect(await tab.cancel(sent.awardId)).toBe(false)
    expect(tab.view().entries.map(({ awardId, cancelled }) => [awardId, cancelled])).toEqual([
      [sent.awardId, true],
    ])
    up = true
    await tab.signIn('iva')
    await tab.idle()
    expect(tab.view().entries).toEqual([])
    expect(tab.view().recorded.get(sent.awardId)?.voided).toBe(true)
    expect(tab.view().recorded.has(unsent.awardId)).toBe(false)
  })

  test('fault 58: a change of ledger found by one account’s tab also makes the tab of the award’s account send', async () => {
    const device = createDevice()
    const { sent, send } = noting()
    const own = device.openTab(send)
    const other = device.openTab(async () => true)
    await own.signIn('iva')
    await other.signIn('luka')
    await own.reconcileLedger({ ledger: 'first', fresh: false })
    await own.add(newEntry())
    await expect.poll(() => own.view().recorded.size).toBe(1)
    await other.reconcileLedger({ ledger: 'second', fresh: false })
    await expect.poll(() => sent).toHaveLength(2)
    await own.idle()
  })

  test('an award that another tab knows to be refused stays refused if it is cancelled here', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => true)
    const award = newEntry()
    await tab.add(award)
    const refusal = { code: 'COOLDOWN', reason: 'Pauza.' }
    await device.store.update(
      [award.awardId],
      changeAward((stored) => ({ ...stored, attempted: true, refusal })),
    )
    expect(await tab.cancel(award.awardId)).toBe(false)
    expect(await readAwards(device.store)).toMatchObject([{ refusal, cancelled: false }])
  })

  test('fault 58: after a change of ledger, every tab shows recorded awards as waiting, and then their new outcome', async () => {
    const device = createDevice()
    let answer: (entry: AwardEntry) => Promise<true | typeof REFUSED | typeof SILENT> = async () =>
      true
    const tabs = [
      device.openTab((entry) => answer(entry)),
      device.openTab((entry) => answer(entry)),
    ]
    const [front, other] = tabs
    if (front === undefined || other === undefined) throw new Error('no tabs')
    const both = (said: unknown) => [said, said]
    const says = () =>
      tabs.map((tab) => [idsOf(tab.view().entries), [...tab.view().recorded.keys()]])
    for (const tab of tabs) {
      await tab.signIn('iva')
      await tab.reconcileLedger({ ledger: 'first', fresh: false })
    }
    await front.add(newEntry({ awardId: 'accepted' }))
    await front.add(newEntry({ awardId: 'refused', teamId: 'sove' }))
    await expect.poll(says).toEqual(both([[], ['accepted', 'refused']]))

    answer = async () => SILENT
    await Promise.all(tabs.map((tab) => tab.reconcileLedger({ ledger: 'second', fresh: false })))
    await expect
      .poll(() => says().map(([waiting]) => waiting))
      .toEqual(both(['accepted', 'refused']))
    expect(other.view().entries.every(({ again, attempted }) => again && attempted)).toBe(true)

    const sent: string[] = []
    answer = async ({ awardId }) => {
      sent.push(awardId)
      return awardId === 'accepted' ? true : REFUSED
    }
    // After the unanswered attempt the next one is already planned.
    for (const tab of tabs) await tab.idle()
    await device.pass(device.nextAttempt() ?? 0)
    await expect.poll(says).toEqual(both([['refused'], ['accepted']]))
    expect(sent).toEqual(['accepted', 'refused'])
    await other.dismiss('refused')
    await expect.poll(says).toEqual(both([[], ['accepted']]))
  })

  test('a cancelled award is voided at once by a tab that may send, even if another tab gave it', async () => {
    const device = createDevice()
    const cancelled = Promise.withResolvers<void>()
    const tab = device.openTab(async () => {
      await cancelled.promise
      return true
    })
    const signedOut = device.openTab(async () => true)
    await tab.signIn('iva')
    await tab.idle()
    const award = newEntry()
    await signedOut.add(award)
    await signedOut.markShown([award.awardId])
    expect(await tab.cancel(award.awardId)).toBe(false)
    cancelled.resolve()
    await tab.idle()
    expect(tab.view().entries).toEqual([])
    expect(tab.view().recorded.get(award.awardId)?.voided).toBe(true)
  })

  test('fault 58: a new ledger gets the awards of the earlier one, but only the void of a voided award', async () => {
    const device = createDevice()
    const { sent, send } = noting()
    const undone: string[] = []
    const tab = device.openTab(send, {
      voidAward: async (entry) => {
        undone.push(entry.awardId)
        return { kind: 'recorded', award: { ...recordedAward(entry), voided: true } }
      },
    })
    await tab.signIn('iva')
    await tab.reconcileLedger({ ledger: 'first', fresh: false })
    const [counting, voided] = [newEntry(), newEntry({ teamId: 'sove' })]
    for (const award of [counting, voided]) await tab.add(award)
    await tab.idle()
    tab.update(recordedAward(counting))
    tab.update({ ...recordedAward(voided), voided: true })
    sent.length = 0
    await tab.reconcileLedger({ ledger: 'second', fresh: false })
    await tab.idle()
    expect([idsOf(sent), undone]).toEqual([[counting.awardId], [voided.awardId]])
    await tab.reconcileLedger({ ledger: 'second', fresh: false })
    await tab.idle()
    expect(sent).toHaveLength(1)
  })

  test('only a refused award can be dismissed', async () => {
    const tab = createDevice().openTab(async () => true)
    const [waiting, refused] = [newEntry(), newEntry({ refusal: REFUSED })]
    for (const award of [waiting, refused]) await tab.add(award)
    await tab.dismiss(waiting.awardId, refused.awardId)
    expect(idsOf(tab.view().entries)).toEqual([waiting.awardId])
  })
})

test('fault 66: an award whose copy a team was shown counts as attempted: if cancelled, it waits to be voided', async () => {
  const device = createDevice()
  const settled: string[][] = []
  const tab = device.openTab(async () => true as const, {
    settleAlone: async (waiting) => void settled.push(waiting.map(({ awardId }) => awardId)),
  })
  const [shown, other] = [newEntry(), newEntry()]
  await tab.add(shown)
  await tab.add(other)
  const handedOut = await tab.markShown([shown.awardId, 'gone'])
  expect(handedOut.map(({ awardId }) => awardId)).toEqual([shown.awardId])
  expect(settled).toEqual([[shown.awardId]])
  expect(
    (await readAwards(device.store)).map(({ attempted, shown: isShown }) => [
      attempted,
      isShown === true,
    ]),
  ).toEqual([
    [true, true],
    [false, false],
  ])
  expect([await tab.cancel(shown.awardId), await tab.cancel(other.awardId)]).toEqual([false, true])
  expect(tab.view().entries).toMatchObject([{ awardId: shown.awardId, cancelled: true }])
  expect(await tab.markShown([shown.awardId])).toEqual([])
})

test('fault 66: a team gets no copy of an award that was refused or has no server time', async () => {
  const device = createDevice()
  const tab = device.openTab(async () => true as const)
  const refused = newEntry({ refusal: REFUSED })
  const timeless = newEntry({ made: { ...newEntry().made, serverTime: null } })
  for (const entry of [refused, timeless]) await tab.add(entry)
  expect(await tab.markShown([refused.awardId, timeless.awardId])).toEqual([])
  for (const { attempted, shown } of await readAwards(device.store))
    expect([attempted, shown]).toEqual([false, undefined])
})

test('an award that is cancelled before it is sent is shown as withdrawn on every page', async () => {
  const device = createDevice()
  const [tab, other] = [device.openTab(async () => true), device.openTab(async () => true)]
  await tab.signIn(null)
  const [award, beside] = [newEntry(), newEntry()]
  await tab.add(beside)
  await tab.add(award)
  expect(await tab.cancel(award.awardId)).toBe(true)
  for (const page of [tab, other]) expect([...page.view().withdrawn]).toEqual([award.awardId])
  await expect.poll(() => idsOf(other.view().entries)).toEqual([beside.awardId])
})

describe('an award that could not be stored', () => {
  test('is shown as recorded on every page once the server has it', async () => {
    const device = createDevice()
    const [tab, other] = [device.openTab(async () => true), device.openTab(async () => true)]
    const award = newEntry()
    expect(await tab.sendUnstored(award)).toEqual({ kind: 'recorded', award: recordedAward(award) })
    for (const page of [tab, other])
      expect(page.view().recorded.get(award.awardId)?.points).toBe(25)
    expect(await readAwards(device.store)).toEqual([])
  })

  test('counts as failed if the server says nothing about it', async () => {
    const nothing = { outcomes: new Map(), blocked: null }
    const tab = createDevice().openTab(async () => true, { send: async () => nothing })
    expect(await tab.sendUnstored(newEntry())).toEqual({ kind: 'failed' })
  })

  test.each([
    ['nobody answers', SILENT],
    ['the server refuses', REFUSED],
    ['the server fails', { kind: 'failed' }],
  ] as const)('is not shown as recorded if %s', async (_what, answer) => {
    const tab = createDevice().openTab(async () => answer)
    expect(await tab.sendUnstored(newEntry())).toEqual(answer)
    expect(tab.view().recorded.size).toBe(0)
  })

  test('is sent only once the server’s time is known, if its own time depends on it', async () => {
    const device = createDevice()
    const { sent, send } = noting()
    const tab = device.openTab(send, { learnServerTime: async () => SILENT })
    const award = newEntry()
    expect(await tab.sendUnstored(award)).toEqual(SILENT)
    expect(sent).toEqual([])
    // Even if its write ends late, it was never sent.
    await device.store.append(award)
    expect(await tab.cancel(award.awardId)).toBe(true)
  })

  test('fault 47: is voided, not just removed, if its write ends late and it is then cancelled', async () => {
    const device = createDevice()
    const [tab, other] = [device.openTab(async () => SILENT), device.openTab(async () => true)]
    const award = newEntry()
    await tab.sendUnstored(award)
    await device.store.append(award)
    expect(await other.cancel(award.awardId)).toBe(false)
    expect(await readAwards(device.store)).toMatchObject([
      { awardId: award.awardId, cancelled: true },
    ])
  })

  test('fault 47: is not sent if its write ends late and another page has cancelled it', async () => {
    const device = createDevice()
    const { sent, send } = noting()
    const tab = device.openTab(send)
    const award = newEntry()
    const other = device.openTab(async () => true)
    await other.add(award)
    expect(await other.cancel(award.awardId)).toBe(true)
    expect(await tab.sendUnstored(award)).toEqual({ kind: 'failed' })
    expect(sent).toEqual([])
  })
})

describe('the view of the outbox', () => {
  test('awards count as sending only while their call is under way', async () => {
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
    await tab.idle()
    expect(tab.view()).toMatchObject({ entries: [], sending: new Set() })
  })

  test('an award that is being voided counts as sending, and a sent award is not called withdrawn', async () => {
    const device = createDevice()
    const award = newEntry()
    const shown: string[][] = []
    const tab = device.openTab(async () => SILENT)
    const voiding = device.openTab(async () => true, {
      voidAward: async (entry) => {
        shown.push([...voiding.view().sending])
        return { kind: 'recorded', award: { ...recordedAward(entry), voided: true } }
      },
    })
    await tab.signIn('iva')
    await tab.add(award)
    await tab.idle()
    expect(await tab.cancel(award.awardId)).toBe(false)
    expect(tab.view().withdrawn.size).toBe(0)
    await tab.idle()
    await voiding.signIn('iva')
    await voiding.idle()
    expect(shown).toEqual([[award.awardId]])
  })

  test('an award that one page stores appears on the others, and disappears there when dismissed', async () => {
    const device = createDevice()
    const [tab, other] = [device.openTab(async () => true), device.openTab(async () => true)]
    await tab.signIn(null)
    const award = newEntry({ refusal: REFUSED })
    await tab.add(award)
    await expect.poll(() => idsOf(other.view().entries)).toEqual([award.awardId])
    await tab.dismiss(award.awardId)
    await expect.poll(() => other.view().entries).toEqual([])
  })

  test('a change of a recorded award on one page reaches the others, by the award’s id', async () => {
    const device = createDevice()
    const [tab, other] = [device.openTab(async () => true), device.openTab(async () => true)]
    const award = { ...recordedAward(newEntry()), voided: true }
    tab.update(award)
    for (const page of [tab, other]) expect(page.view().recorded.get(award.award_id)).toEqual(award)
  })

  test('fault 46: while storage cannot be read, awards read before stay on the screen with a note', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => SILENT)
    await tab.signIn(null)
    const award = newEntry()
    await tab.add(award)
    expect(tab.view().storage).toBe('read')
    const { read } = device.store
    device.store.read = () => Promise.reject(new Error('no answer'))
    const { mirrored } = device.store
    // Somebody may have cleared local storage.
    device.store.mirrored = () => []
    for (let looks = 0; looks < 2; looks++) {
      await tab.signIn(null)
      expect(tab.view().storage).toBe('unreadable')
      expect(idsOf(tab.view().entries)).toEqual([award.awardId])
    }
    device.store.mirrored = mirrored
    // A page that has read nothing yet shows the mirror.
    const late = device.openTab(async () => SILENT)
    await late.signIn(null)
    expect(late.view().storage).toBe('unreadable')
    expect(idsOf(late.view().entries)).toEqual([award.awardId])
    device.store.read = read
    await tab.signIn(null)
    expect(tab.view().storage).toBe('read')
  })
})
