import type { Page } from '@playwright/test'

/** How a phone's NFC stands when the page opens. */
export interface NfcPhoneOptions {
  /** Of the browser's permission; 'prompt' asks, and the answer is `answer`. */
  readonly permission: PermissionState
  readonly answer?: 'granted' | 'denied'
  readonly hardware?: 'on' | 'off' | 'none'
}

export interface FakeRecord {
  readonly recordType: string
  /** As UTF-8. */
  readonly text?: string
}

interface NfcPhone {
  permission: PermissionState
  answer: 'granted' | 'denied'
  hardware: 'on' | 'off' | 'none'
  /** Every call of scan(), with how it ended. */
  readonly scans: string[]
  /** Scans that are going on. */
  active(): number
  /** A tag comes near the phone; answers how many scans it reached. */
  touch(records: readonly FakeRecord[], serialNumber?: string): number
  touchBadly(): number
}

declare global {
  interface Window {
    nfcPhone: NfcPhone
  }
}

/**
 * Web NFC by the text of its specification: permission, gesture, one scan a reader, silence while hidden, the order of checks.
 * Runs in the page, and must stand alone.
 */
function install(options: NfcPhoneOptions): void {
  const activated = new Set<EventTarget>()
  const fail = (name: string) => new DOMException(`fake NFC: ${name}`, name)

  const nfc: NfcPhone = {
    permission: options.permission,
    answer: options.answer ?? 'granted',
    hardware: options.hardware ?? 'on',
    scans: [],
    active: () => activated.size,
    touch: (records, serialNumber = '04:a2:24:b1') => {
      const message = {
        records: records.map(({ recordType, text }) => ({
          recordType,
          mediaType: null,
          id: null,
          encoding: recordType === 'text' ? 'utf-8' : null,
          lang: recordType === 'text' ? 'hr' : null,
          data: text === undefined ? null : new DataView(new TextEncoder().encode(text).buffer),
          toRecords: () => null,
        })),
      }
      return dispatch(() => Object.assign(new Event('reading'), { serialNumber, message }))
    },
    touchBadly: () => dispatch(() => new Event('readingerror')),
  }

  /** "NFC is suspended" while the document is hidden. */
  function dispatch(make: () => Event): number {
    if (document.visibilityState !== 'visible' || nfc.hardware !== 'on') return 0
    const reached = [...activated]
    for (const reader of reached) reader.dispatchEvent(make())
    return reached.length
  }

  async function obtainPermission(): Promise<boolean> {
    if (nfc.permission === 'prompt') {
      // The request needs transient activation, and without it is refused without asking.
      if (!navigator.userActivation.isActive) return false
      nfc.permission = nfc.answer
    }
    return nfc.permission === 'granted'
  }

  /** The steps of scan() before the reader is activated. */
  async function mayScan(reader: EventTarget, signal: AbortSignal | undefined): Promise<void> {
    if (window.top !== window) throw fail('InvalidStateError')
    signal?.throwIfAborted()
    if (!(await obtainPermission())) throw fail('NotAllowedError')
    if (nfc.hardware === 'none') throw fail('NotSupportedError')
    if (nfc.hardware === 'off') throw fail('NotReadableError')
    signal?.throwIfAborted()
    if (activated.has(reader)) throw fail('InvalidStateError')
  }

  class NDEFReader extends EventTarget {
    async scan(init?: { signal?: AbortSignal }): Promise<void> {
      const attempt = nfc.scans.push('pending') - 1
      const end = (how: string) => {
        nfc.scans[attempt] = how
      }
      try {
        await mayScan(this, init?.signal)
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
    }
  }

  const query = navigator.permissions.query.bind(navigator.permissions)
  navigator.permissions.query = async (descriptor) => {
    if ((descriptor.name as string) !== 'nfc') return await query(descriptor)
    return Object.assign(new EventTarget(), { name: 'nfc', state: nfc.permission, onchange: null })
  }
  Object.assign(window, { NDEFReader, nfcPhone: nfc })
}

/** Gives the phone NFC; to be called before a page opens. */
export async function giveNfc(page: Page, options: NfcPhoneOptions): Promise<void> {
  await page.addInitScript(install, options)
}

/** Holds a tag with one address to the phone. */
export async function touchTag(page: Page, address: string, serialNumber?: string): Promise<number> {
  return await page.evaluate(
    ([text, serial]) => window.nfcPhone.touch([{ recordType: 'url', text: text ?? '' }], serial),
    [address, serialNumber],
  )
}

export const activeScans = (page: Page): Promise<number> => page.evaluate(() => window.nfcPhone.active())
export const scanAttempts = (page: Page): Promise<readonly string[]> => page.evaluate(() => window.nfcPhone.scans)

/** The person goes to another app, or comes back. */
export async function showPage(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
