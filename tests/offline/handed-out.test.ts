import { expect, test } from 'vitest'
import { newEntry, REFUSED, readAwards } from './entries'
import { createDevice } from './fake-world'

test('fault 66: an award whose copy a team has been shown counts as attempted: cancelled, it waits to be voided', async () => {
  const device = createDevice()
  const settled: string[][] = []
  const tab = device.openTab(async () => true as const, {
    settleAlone: async (waiting) => void settled.push(waiting.map(({ awardId }) => awardId)),
  })
  const [shown, other] = [newEntry(), newEntry()]
  await tab.add(shown)
  await tab.add(other)
  const handedOut = await tab.handOut([shown.awardId, 'gone'])
  expect(handedOut.map(({ awardId }) => awardId)).toEqual([shown.awardId])
  expect(settled).toEqual([[shown.awardId]])
  expect((await readAwards(device.store)).map(({ attempted, shown: isShown }) => [attempted, isShown === true])).toEqual([
    [true, true],
    [false, false],
  ])
  expect([await tab.cancel(shown.awardId), await tab.cancel(other.awardId)]).toEqual([false, true])
  expect(tab.view().entries).toMatchObject([{ awardId: shown.awardId, cancelled: true }])
  expect(await tab.handOut([shown.awardId])).toEqual([])
})

test('fault 66: a team gets no copy of a refused award, nor of one without a time that the server knows; neither counts as shown', async () => {
  const device = createDevice()
  const tab = device.openTab(async () => true as const)
  const refused = newEntry({ refusal: REFUSED })
  const timeless = newEntry({ made: { ...newEntry().made, serverTime: null } })
  for (const entry of [refused, timeless]) await tab.add(entry)
  expect(await tab.handOut([refused.awardId, timeless.awardId])).toEqual([])
  for (const { attempted, shown } of await readAwards(device.store)) expect([attempted, shown]).toEqual([false, undefined])
})
