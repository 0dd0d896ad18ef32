/** The parts of Web NFC (https://w3c-cg.github.io/web-nfc/) that writing tags needs; TypeScript does not know it. */
export interface NdefRecord {
  readonly recordType: string
  readonly data?: DataView | null
}

interface NdefReadingEvent {
  readonly message: { readonly records: readonly NdefRecord[] }
}

interface Abortable {
  readonly signal: AbortSignal
}

export interface NdefReader {
  addEventListener(type: 'reading', listener: (event: NdefReadingEvent) => void): void
  addEventListener(type: 'readingerror', listener: () => void): void
  /** Asks for permission; resolves when reading is under way, which ends with the signal. */
  scan(options: Abortable): Promise<void>
  /** Waits for a tag and resolves when the message is on it. */
  write(
    message: { readonly records: readonly { readonly recordType: string; readonly data: string }[] },
    options: Abortable & { readonly overwrite: boolean },
  ): Promise<void>
  /** Waits for a tag and locks it for good. */
  makeReadOnly(options: Abortable): Promise<void>
}

export type NdefReaderConstructor = new () => NdefReader

/** The browser's NFC, or null where it has none. That it is there does not prove that the device has the hardware. */
export function findWebNfc(): NdefReaderConstructor | null {
  if (!('NDEFReader' in window) || typeof window.NDEFReader !== 'function') return null
  // What it is, is the specification's word; nothing at run time could say more.
  return window.NDEFReader as NdefReaderConstructor
}

/** Whether the person has allowed NFC, refused it, or is still to be asked. */
export async function nfcPermission(): Promise<PermissionState> {
  try {
    // The name is missing from TypeScript's list, because not every browser knows it.
    return (await navigator.permissions.query({ name: 'nfc' as PermissionName })).state
  } catch {
    return 'prompt'
  }
}
