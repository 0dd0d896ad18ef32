import { describe, expect, test, vi } from 'vitest'
import { idsOf, newEntry, noting, SILENT } from './entries'
import { createDevice } from './fake-world'

const FULL = new DOMException('full', 'QuotaExceededError')
const LOST = new DOMException('Connection to Indexed Database server lost', 'UnknownError')

function openTab() {
  const device = createDevice()
  const { sent, send } = noting(async () => SILENT)
  const refuse = (reason: Error) => vi.spyOn(device.store, 'append').mockRejectedValue(reason)
  return { device, tab: device.openTab(send), sent, refuse }
}

describe('fault 48: a full disk', () => {
  test('fault 26: visibly refuses an award, sends and touches no other for it, warns, and accepts none until there is space', async () => {
    const { device, tab, sent, refuse } = openTab()
    await tab.signIn('iva')
    const earlier = newEntry()
    await tab.add(earlier)
    const refused = refuse(FULL)
    await expect(tab.add(newEntry())).rejects.toThrow('full')
    expect(tab.view().lowOnRoom).toBe(true)
    device.room = false
    await expect(tab.add(newEntry())).rejects.toThrow('full')
    expect(refused).toHaveBeenCalledTimes(1)
    await tab.settled()
    expect([...new Set(idsOf(sent)), ...idsOf(tab.view().entries)]).toEqual([earlier.awardId, earlier.awardId])
    refused.mockRestore()
    device.room = true
    await tab.add(newEntry())
    expect(tab.view().entries).toHaveLength(2)
  })

  test('is not reported if storage failed for another reason', async () => {
    const { tab, refuse } = openTab()
    refuse(LOST)
    await expect(tab.add(newEntry())).rejects.toThrow('lost')
    expect(tab.view()).toMatchObject({ storage: 'unreadable', lowOnRoom: false })
  })

  test('is reported also if storage failed without naming the reason', async () => {
    const { device, tab, refuse } = openTab()
    device.room = false
    const refused = refuse(LOST)
    await expect(tab.add(newEntry())).rejects.toThrow('lost')
    await expect.poll(() => tab.view().lowOnRoom).toBe(true)
    refused.mockRestore()
    await expect(tab.add(newEntry())).rejects.toThrow('full')
  })

  test('is over once a check has found space, and the next award does not look for it again', async () => {
    const { device, tab, refuse } = openTab()
    const refused = refuse(FULL)
    await expect(tab.add(newEntry())).rejects.toThrow('full')
    refused.mockRestore()
    device.room = false
    await tab.checkRoom()
    await expect(tab.add(newEntry())).rejects.toThrow('full')
    device.room = true
    await tab.checkRoom()
    expect(tab.view().lowOnRoom).toBe(false)
    device.room = false
    await tab.add(newEntry())
    expect(tab.view().entries).toHaveLength(1)
  })

  test('is only near while no award was refused: it warns, and takes them, until there is space', async () => {
    const { device, tab } = openTab()
    device.room = false
    await tab.checkRoom()
    await tab.add(newEntry())
    expect(tab.view()).toMatchObject({ lowOnRoom: true, entries: [{ order: 1 }] })
    device.room = true
    await tab.checkRoom()
    expect(tab.view().lowOnRoom).toBe(false)
  })

  test('changes nothing on the screen as long as nothing has changed', async () => {
    const { device, tab } = openTab()
    let changes = 0
    tab.subscribe(() => changes++)
    await tab.checkRoom()
    expect(changes).toBe(0)
    device.room = false
    await tab.checkRoom()
    await tab.checkRoom()
    expect(changes).toBe(1)
  })
})
