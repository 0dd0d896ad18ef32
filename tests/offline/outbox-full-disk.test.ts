import { describe, expect, test } from 'vitest'
import { newEntry } from './entries'
import { createDevice } from './fake-world'

const UNREACHABLE = { is: 'later', silent: true, retryAfterMs: null } as const

describe('fault 48: a full disk', () => {
  test('visibly refuses an award, warns, and accepts none until there is space again', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => UNREACHABLE)
    await tab.signIn('iva')
    await tab.add(newEntry())
    const { append } = device.store
    let writes = 0
    device.store.append = async () => {
      writes++
      throw new DOMException('full', 'QuotaExceededError')
    }
    await expect(tab.add(newEntry())).rejects.toThrow('full')
    expect(tab.view().lowOnRoom).toBe(true)
    device.room = false
    device.store.append = append
    await expect(tab.add(newEntry())).rejects.toThrow('full')
    expect(writes).toBe(1)
    device.room = true
    await tab.add(newEntry())
    expect(tab.view().entries).toHaveLength(2)
  })

  test('is not reported if storage failed for another reason', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => UNREACHABLE)
    device.store.append = async () => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    }
    await expect(tab.add(newEntry())).rejects.toThrow('lost')
    expect(tab.view()).toMatchObject({ storage: 'unreadable', lowOnRoom: false })
  })

  test('is reported also if storage failed without naming the reason', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => UNREACHABLE)
    device.room = false
    const { append } = device.store
    device.store.append = async () => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    }
    await expect(tab.add(newEntry())).rejects.toThrow('lost')
    await expect.poll(() => tab.view().lowOnRoom).toBe(true)
    device.store.append = append
    await expect(tab.add(newEntry())).rejects.toThrow('full')
  })

  test('is over once a check has found space, and the next award does not look for it again', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => UNREACHABLE)
    const { append } = device.store
    device.store.append = async () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    await expect(tab.add(newEntry())).rejects.toThrow('full')
    device.store.append = append
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

  test('is only near while no award was refused: it warns and takes them', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => UNREACHABLE)
    device.room = false
    await tab.checkRoom()
    await tab.add(newEntry())
    expect(tab.view()).toMatchObject({ lowOnRoom: true, entries: [{ order: 1 }] })
  })

  test('changes nothing on the screen as long as nothing has changed', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => UNREACHABLE)
    let changes = 0
    tab.subscribe(() => changes++)
    await tab.checkRoom()
    expect(changes).toBe(0)
    device.room = false
    await tab.checkRoom()
    await tab.checkRoom()
    expect(changes).toBe(1)
  })

  test('is reported while nothing is awarded, and no longer once there is space', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => UNREACHABLE)
    device.room = false
    await tab.checkRoom()
    expect(tab.view().lowOnRoom).toBe(true)
    device.room = true
    await tab.checkRoom()
    expect(tab.view().lowOnRoom).toBe(false)
  })
})
