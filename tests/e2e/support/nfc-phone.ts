import type { Page } from '@playwright/test'

/** The state of a phone's NFC when the page opens. */
export interface NfcPhoneOptions {
  /** The browser's permission; 'prompt' resolves to `answer`. */
  readonly permission: PermissionState
  readonly answer?: 'granted' | 'denied'
  readonly hardware?: 'on' | 'off' | 'none'
}

/** A sticker holds one URL; null if it is blank. */
interface Sticker {
  holds: string | null
}

interface NfcPhone {
  permission: PermissionState
  answer: 'granted' | 'denied'
  hardware: 'on' | 'off' | 'none'
  /** The outcome of each call of scan(). */
  readonly scans: string[]
  /** Holds a tag with this URL, or an empty one, to the phone; returns how many scans read it. */
  touch(address: string | null, serialNumber?: string): number
  touchBadly(): number
  readonly stickers: Record<string, Sticker>
  /** The sticker on the phone's back. */
  near: string | null
  /** The name of the error with which the next write fails. */
  fault: 'NetworkError' | null
  /** The numbers of active scans and of waiting writes. */
  underWay(): { scans: number; waiting: number }
  lay(name: string): void
}

declare global {
  interface Window {
    nfcPhone: NfcPhone
  }
}

/**
 * Fakes Web NFC by its specification (https://w3c.github.io/web-nfc/): permission, user activation, one scan per reader,
 * no events while hidden, the order of checks. A write waits for a tag, and a later write aborts the waiting one.
 * Runs in the page, so it must be self-contained.
 */
function install(options: NfcPhoneOptions): void {
  interface Operation {
    readonly act: (sticker: Sticker) => void
    readonly reject: (error: DOMException) => void
  }
  const activated = new Set<EventTarget>()
  let waiting: Operation | null = null
  const fail = (name: string) => new DOMException(`fake NFC: ${name}`, name)

  const nfc: NfcPhone = {
    permission: options.permission,
    answer: options.answer ?? 'granted',
    hardware: options.hardware ?? 'on',
    scans: [],
    touch: (address, serialNumber = '04:a2:24:b1') => {
      const data = new DataView(new TextEncoder().encode(address ?? '').buffer)
      const message = { records: address === null ? [] : [{ recordType: 'url', data }] }
      return dispatch(() => Object.assign(new Event('reading'), { serialNumber, message }))
    },
    touchBadly: () => dispatch(() => new Event('readingerror')),
    stickers: {},
    near: null,
    fault: null,
    underWay: () => ({ scans: activated.size, waiting: waiting === null ? 0 : 1 }),
    lay(name) {
      nfc.near = name
      readNear()
    },
  }

  /**
   * Dispatches an event to the active readers, and returns their number. Reaches none while the
   * document is hidden: the specification calls NFC 'suspended' then.
   */
  function dispatch(make: () => Event): number {
    if (document.visibilityState !== 'visible' || nfc.hardware !== 'on') return 0
    const reached = [...activated]
    for (const reader of reached) reader.dispatchEvent(make())
    return reached.length
  }

  const nearSticker = () => (nfc.near === null ? undefined : nfc.stickers[nfc.near])
  function readNear(): void {
    const sticker = nearSticker()
    if (sticker === undefined || document.visibilityState !== 'visible') return
    // Touch it without a serial number, which not every sticker has.
    nfc.touch(sticker.holds, '')
    perform()
  }
  function perform(): void {
    const sticker = nearSticker()
    const operation = waiting
    if (sticker === undefined || operation === null) return
    waiting = null
    // A tag operation takes time, and the page gets other events meanwhile.
    setTimeout(() => operation.act(sticker), 20)
  }
  async function obtainPermission(): Promise<boolean> {
    if (nfc.permission === 'prompt') {
      // The permission request needs transient activation; without it, it is refused without a prompt.
      if (!navigator.userActivation.isActive) return false
      nfc.permission = nfc.answer
    }
    return nfc.permission === 'granted'
  }

  /** The checks before a reader is activated or a write waits for a tag. */
  async function mayUse(signal: AbortSignal | undefined): Promise<void> {
    if (window.top !== window) throw fail('InvalidStateError')
    signal?.throwIfAborted()
    if (!(await obtainPermission())) throw fail('NotAllowedError')
    if (nfc.hardware === 'none') throw fail('NotSupportedError')
    if (nfc.hardware === 'off') throw fail('NotReadableError')
    signal?.throwIfAborted()
  }

  class NDEFReader extends EventTarget {
    async scan(init?: { signal?: AbortSignal }): Promise<void> {
      const attempt = nfc.scans.push('pending') - 1
      const end = (how: string) => {
        nfc.scans[attempt] = how
      }
      try {
        await mayUse(init?.signal)
        if (activated.has(this)) throw fail('InvalidStateError')
      } catch (error) {
        end(error instanceof Error ? error.name : 'unknown')
        throw error
      }
      activated.add(this)
      init?.signal?.addEventListener('abort', () => {
        activated.delete(this)
        end('aborted')
      })
      end('scanning')
      // A sticker that is already on the phone is read at once.
      setTimeout(readNear, 20)
    }
    async write(
      { records }: { records: { recordType: string; data: string }[] },
      { overwrite = true, signal }: { overwrite?: boolean; signal?: AbortSignal } = {},
    ): Promise<void> {
      const [record] = records
      if (records.length !== 1 || record?.recordType !== 'url')
        throw new TypeError('not one address')
      await mayUse(signal)
      await new Promise<void>((resolve, reject) => {
        waiting?.reject(fail('AbortError'))
        const own: Operation = {
          reject,
          act: (sticker) => {
            const occupied = !overwrite && sticker.holds !== null ? 'NotAllowedError' : null
            const error = occupied ?? nfc.fault
            nfc.fault = null
            if (error !== null) return reject(fail(error))
            sticker.holds = record.data
            resolve()
          },
        }
        waiting = own
        signal?.addEventListener('abort', () => {
          if (waiting === own) waiting = null
          reject(fail('AbortError'))
        })
        perform()
      })
    }
  }

  const query = navigator.permissions.query.bind(navigator.permissions)
  navigator.permissions.query = async (descriptor) => {
    if ((descriptor.name as string) !== 'nfc') return await query(descriptor)
    return Object.assign(new EventTarget(), { name: 'nfc', state: nfc.permission, onchange: null })
  }
  Object.assign(window, { NDEFReader, nfcPhone: nfc })
}

/** Gives the phone NFC. Call it before a page opens. */
export async function giveNfc(page: Page, options: NfcPhoneOptions): Promise<void> {
  await page.addInitScript(install, options)
}

/** Gives the phone permitted NFC and stickers to lay on its back. Call it before a page opens. */
export async function giveStickers(page: Page, options: Partial<NfcPhoneOptions> = {}) {
  await giveNfc(page, { permission: 'granted', ...options })
  const change = (given: Partial<NfcPhone>) =>
    page.evaluate((values) => void Object.assign(window.nfcPhone, values), given)
  return {
    /** Lays a sticker on the phone's back; a new one is blank or holds the given URL. */
    async touch(name: string, holds: string | null = null): Promise<void> {
      await page.evaluate(
        ([sticker, text]) => {
          window.nfcPhone.stickers[sticker] ??= { holds: text }
          window.nfcPhone.lay(sticker)
        },
        [name, holds] as const,
      )
    },
    takeAway: () => change({ near: null }),
    nextFault: (fault: 'NetworkError') => change({ fault }),
    tag: (name: string) => page.evaluate((sticker) => window.nfcPhone.stickers[sticker], name),
    underWay: () => page.evaluate(() => window.nfcPhone.underWay()),
  }
}

/** Holds a tag with one URL to the phone. */
export async function touchTag(
  page: Page,
  address: string,
  serialNumber?: string,
): Promise<number> {
  return await page.evaluate(([url, serial]) => window.nfcPhone.touch(url, serial), [
    address,
    serialNumber,
  ] as const)
}

export const activeScans = (page: Page): Promise<number> =>
  page.evaluate(() => window.nfcPhone.underWay().scans)
export const scanAttempts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => window.nfcPhone.scans)

/** Hides or shows the page, as when the person switches apps. */
export async function showPage(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
    Object.defineProperty(document, 'hidden', {
      value: visibility === 'hidden',
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
