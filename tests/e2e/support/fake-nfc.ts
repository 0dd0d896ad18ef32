import type { Page } from '@playwright/test'

/** A sticker: its one record's text, null = blank. */
interface FakeTag {
  holds: string | null
  locked: boolean
}

export interface FakeNfcOptions {
  readonly permission: PermissionState
  /** What the person answers when asked. */
  readonly answer: 'granted' | 'denied'
  readonly hardware: boolean
  readonly switchedOn: boolean
}

/** The device as the test holds it. */
interface FakeNfc {
  options: FakeNfcOptions
  readonly tags: Record<string, FakeTag>
  near: string | null
  /** What the next write comes to: an error's name, or `garbled`. */
  fault: 'NetworkError' | 'garbled' | null
  /** How many scans, writes and locks are under way. */
  underWay(): { scans: number; waiting: number }
  touch(name: string): void
}

declare global {
  interface Window {
    fakeNfc: FakeNfc
  }
}

/** Runs in the page: NDEFReader as https://w3c-cg.github.io/web-nfc/ describes it, over stickers that the test lays on. */
function install(options: FakeNfcOptions): void {
  interface Waiting {
    readonly act: (tag: FakeTag) => void
    readonly reject: (error: DOMException) => void
  }
  const scans = new Set<EventTarget>()
  let waiting: Waiting | null = null
  const fail = (name: string) => new DOMException(`fake ${name}`, name)

  function deliver(): void {
    const tag = device.near === null ? undefined : device.tags[device.near]
    if (tag === undefined || document.visibilityState === 'hidden') return
    const data = tag.holds === null ? null : new DataView(new TextEncoder().encode(tag.holds).buffer)
    const records = data === null ? [] : [{ recordType: 'url', data }]
    for (const reader of [...scans]) {
      reader.dispatchEvent(Object.assign(new Event('reading'), { serialNumber: '', message: { records } }))
    }
    perform()
  }
  function perform(): void {
    const tag = device.near === null ? undefined : device.tags[device.near]
    const operation = waiting
    if (tag === undefined || operation === null) return
    waiting = null
    // A tag takes its time, and the page sees other events meanwhile.
    setTimeout(() => operation.act(tag), 20)
  }
  async function mayUse(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw fail('AbortError')
    if (device.options.permission === 'prompt') device.options = { ...device.options, permission: device.options.answer }
    if (device.options.permission === 'denied') throw fail('NotAllowedError')
    if (!device.options.hardware) throw fail('NotSupportedError')
    if (!device.options.switchedOn) throw fail('NotReadableError')
  }
  async function atTag(signal: AbortSignal | undefined, act: (tag: FakeTag) => string | null) {
    await mayUse(signal)
    await new Promise<void>((resolve, reject) => {
      waiting?.reject(fail('AbortError'))
      const mine: Waiting = {
        reject,
        act: (tag) => {
          const error = act(tag)
          if (error === null) resolve()
          else reject(fail(error))
        },
      }
      waiting = mine
      signal?.addEventListener('abort', () => {
        if (waiting === mine) waiting = null
        reject(fail('AbortError'))
      })
      perform()
    })
  }

  function put(tag: FakeTag, text: string, overwrite: boolean): string | null {
    const fault = device.fault
    device.fault = null
    if (tag.locked) return 'NotSupportedError'
    if (!overwrite && tag.holds !== null) return 'NotAllowedError'
    if (fault === 'NetworkError') return fault
    tag.holds = fault === 'garbled' ? text.slice(0, -3) : text
    return null
  }

  class FakeReader extends EventTarget {
    async scan({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
      if (scans.has(this)) throw fail('InvalidStateError')
      await mayUse(signal)
      if (signal?.aborted) throw fail('AbortError')
      scans.add(this)
      signal?.addEventListener('abort', () => scans.delete(this))
      setTimeout(deliver, 20)
    }
    async write(
      message: { records: { recordType: string; data: string }[] },
      { overwrite = true, signal }: { overwrite?: boolean; signal?: AbortSignal } = {},
    ): Promise<void> {
      const [record] = message.records
      if (message.records.length !== 1 || record?.recordType !== 'url') throw new TypeError('not one address')
      await atTag(signal, (tag) => put(tag, record.data, overwrite))
    }
    async makeReadOnly({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
      await atTag(signal, (tag) => {
        const fault = device.fault
        device.fault = null
        if (fault === 'NetworkError') return fault
        tag.locked = true
        return null
      })
    }
  }

  const device: FakeNfc = {
    options,
    tags: {},
    near: null,
    fault: null,
    underWay: () => ({ scans: scans.size, waiting: waiting === null ? 0 : 1 }),
    touch(name) {
      device.near = name
      deliver()
    },
  }
  Object.assign(window, { fakeNfc: device, NDEFReader: FakeReader })
  const query = navigator.permissions.query.bind(navigator.permissions)
  navigator.permissions.query = async (descriptor) => {
    const name: string = descriptor.name
    if (name !== 'nfc') return await query(descriptor)
    return Object.assign(new EventTarget(), { name, onchange: null, state: device.options.permission })
  }
}

const READY: FakeNfcOptions = { permission: 'granted', answer: 'granted', hardware: true, switchedOn: true }

/** A phone with NFC, from the next page that it opens. */
export async function installFakeNfc(page: Page, options: Partial<FakeNfcOptions> = {}) {
  await page.addInitScript(install, { ...READY, ...options })
  const change = (given: Partial<FakeNfc>) => page.evaluate((values) => void Object.assign(window.fakeNfc, values), given)
  return {
    /** Lays a sticker on the phone's back; one that is not known yet is blank, or holds what is given. */
    async touch(name: string, holds: string | null = null): Promise<void> {
      await page.evaluate(
        ([tag, text]) => {
          window.fakeNfc.tags[tag] ??= { holds: text, locked: false }
          window.fakeNfc.touch(tag)
        },
        [name, holds] as const,
      )
    },
    takeAway: () => change({ near: null }),
    nextFault: (fault: 'NetworkError' | 'garbled') => change({ fault }),
    allow: () => change({ options: READY }),
    tag: (name: string) => page.evaluate((tag) => window.fakeNfc.tags[tag], name),
    underWay: () => page.evaluate(() => window.fakeNfc.underWay()),
  }
}
