import { afterEach, describe, expect, test, vi } from 'vitest'
import { createStorageReserve, isFullDisk } from '../../src/offline/storage-reserve'
import { idsOf, newEntry, noting, SILENT } from './entries'
import { createDevice } from './fake-deps'

const FULL = new DOMException('full', 'QuotaExceededError')
const LOST = new DOMException('Connection to Indexed Database server lost', 'UnknownError')

function openTab() {
  const device = createDevice()
  const { sent, send } = noting(async () => SILENT)
  const refuse = (reason: Error) => vi.spyOn(device.store, 'append').mockRejectedValue(reason)
  return { device, tab: device.openTab(send), sent, refuse }
}

describe('fault 48: a full disk', () => {
  test('fault 26: visibly refuses new awards with a warning until there is space again', async () => {
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
    await tab.idle()
    expect([...new Set(idsOf(sent)), ...idsOf(tab.view().entries)]).toEqual([
      earlier.awardId,
      earlier.awardId,
    ])
    refused.mockRestore()
    device.room = true
    await tab.add(newEntry())
    expect(tab.view().entries).toHaveLength(2)
  })

  test('is not reported if storage fails for another reason', async () => {
    const { tab, refuse } = openTab()
    refuse(LOST)
    await expect(tab.add(newEntry())).rejects.toThrow('lost')
    expect(tab.view()).toMatchObject({ storage: 'unreadable', lowOnRoom: false })
  })

  test('is also reported if storage fails without naming a reason', async () => {
    const { device, tab, refuse } = openTab()
    device.room = false
    const refused = refuse(LOST)
    await expect(tab.add(newEntry())).rejects.toThrow('lost')
    await expect.poll(() => tab.view().lowOnRoom).toBe(true)
    refused.mockRestore()
    await expect(tab.add(newEntry())).rejects.toThrow('full')
  })

  test('counts as over once a check has found space, and the next award does not check again', async () => {
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

  test('only warns as long as no award was refused, and still accepts awards', async () => {
    const { device, tab } = openTab()
    device.room = false
    await tab.checkRoom()
    await tab.add(newEntry())
    expect(tab.view()).toMatchObject({ lowOnRoom: true, entries: [{ order: 1 }] })
    device.room = true
    await tab.checkRoom()
    expect(tab.view().lowOnRoom).toBe(false)
  })

  test('updates the screen only when a check finds a change', async () => {
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

const MB = 1024 * 1024

/** Cache Storage with this much space, limited to the methods that the reserve uses. */
function createDisk(size: number) {
  const caches = new Map<string, Map<string, number>>()
  const disk = {
    size,
    writes: 0,
    used: () =>
      [...caches.values()]
        .flatMap((cache) => [...cache.values()])
        .reduce((sum, bytes) => sum + bytes, 0),
    caches: null as unknown as CacheStorage,
  }
  function open(name: string) {
    const cache = caches.get(name) ?? new Map<string, number>()
    caches.set(name, cache)
    return {
      match: async (key: string) => (cache.has(key) ? new Response() : undefined),
      put: async (key: string, { body }: Response) => {
        disk.writes++
        const bytes = (await new Response(body).arrayBuffer()).byteLength
        if (disk.used() - (cache.get(key) ?? 0) + bytes > disk.size)
          throw new DOMException('full', 'QuotaExceededError')
        cache.set(key, bytes)
      },
    }
  }
  // The reserve calls only these methods.
  disk.caches = {
    open: async (name: string) => open(name),
    delete: async (name: string) => caches.delete(name),
  } as CacheStorage
  return disk
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('fault 48: the space that is reserved for awards', () => {
  test('is 2 MB, and is written only once, even if it is requested again', async () => {
    const disk = createDisk(100 * MB)
    const reserve = createStorageReserve(disk.caches)
    expect([await reserve.hold(), await reserve.hold()]).toEqual([true, true])
    expect([disk.used(), disk.writes]).toEqual([2 * MB, 1])
  })

  test('cannot be reserved on a full disk, and the caller learns that', async () => {
    const disk = createDisk(MB)
    expect(await createStorageReserve(disk.caches).hold()).toBe(false)
    expect(disk.used()).toBe(0)
  })

  test('is freed when awards need it', async () => {
    const disk = createDisk(2 * MB)
    const reserve = createStorageReserve(disk.caches)
    await reserve.hold()
    await reserve.release()
    expect(disk.used()).toBe(0)
  })

  test('is reserved again only once 6 MB are free, and is no larger than before', async () => {
    const disk = createDisk(5 * MB)
    const reserve = createStorageReserve(disk.caches)
    expect([await reserve.regain(), disk.used()]).toEqual([false, 0])
    disk.size = 6 * MB
    expect([await reserve.regain(), disk.used()]).toEqual([true, 2 * MB])
  })

  test('counts as missing if storage has not answered within 3 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { caches } = createDisk(100 * MB)
    caches.open = () => new Promise(() => {})
    const reserving = createStorageReserve(caches).hold()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await reserving).toBe(false)
  })

  test('may be impossible to free, and freeing it then does not fail', async () => {
    const { caches } = createDisk(100 * MB)
    caches.delete = () => Promise.reject(new DOMException('refused', 'SecurityError'))
    await expect(createStorageReserve(caches).release()).resolves.toBeUndefined()
  })

  test('keeps no refused award waiting for longer than 3 s if freeing it hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { caches } = createDisk(100 * MB)
    caches.delete = () => new Promise(() => {})
    const onFreed = vi.fn()
    void createStorageReserve(caches).release().then(onFreed)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(onFreed).toHaveBeenCalledOnce()
  })

  test('is not needed in a browser without Cache Storage, which always counts as having room', async () => {
    const reserve = createStorageReserve(null)
    await reserve.release()
    expect([await reserve.hold(), await reserve.regain()]).toEqual([true, true])
  })
})

test.each([
  ['is full by name', new DOMException('', 'QuotaExceededError'), true],
  ['is full by Chromium’s message', new Error('Internal error: FILE_ERROR_NO_SPACE'), true],
  [
    'is full by Chromium’s other message',
    new Error('Encountered full disk while opening backing store'),
    true,
  ],
  [
    'has another error',
    new DOMException('Connection to Indexed Database server lost', 'UnknownError'),
    false,
  ],
  ['gives a reason that is no error', 'full disk', false],
])('fault 48: a disk that %s', (_what, reason, full) => {
  expect(isFullDisk(reason)).toBe(full)
})
