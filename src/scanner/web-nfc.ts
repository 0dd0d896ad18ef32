/** The part of Web NFC (https://w3c.github.io/web-nfc/) that reading and writing tags need; TypeScript's own library does not have it. */
export interface NdefRecord {
  readonly recordType: string
  readonly mediaType?: string | null
  readonly id?: string | null
  readonly data?: DataView | null
  /** Of a text record: 'utf-8', or one of the UTF-16 labels. */
  readonly encoding?: string | null
  readonly lang?: string | null
  /** The records inside; null where the content is no message. Throws a NotSupportedError for types that hold none. */
  toRecords?(): readonly NdefRecord[] | null
}

export interface NdefReadingEvent extends Event {
  /** May be empty: not every tag has one. */
  readonly serialNumber: string
  readonly message: { readonly records: readonly NdefRecord[] }
}

export interface NdefReader extends EventTarget {
  /**
   * Begins reading, until the signal aborts. Rejects with NotAllowedError (refused, or no gesture), NotSupportedError (no
   * reader in the device), NotReadableError (switched off), InvalidStateError (it is scanning already), AbortError.
   */
  scan(options?: { readonly signal?: AbortSignal }): Promise<void>
}

/** What writing tags needs beside reading them. */
export interface NdefWriter extends NdefReader {
  /** Waits for a tag and resolves when the message is on it. */
  write(
    message: { readonly records: readonly { readonly recordType: string; readonly data: string }[] },
    options: { readonly signal: AbortSignal; readonly overwrite: boolean },
  ): Promise<void>
  /** Waits for a tag and locks it for good. */
  makeReadOnly(options: { readonly signal: AbortSignal }): Promise<void>
}

/** The browser's NFC, or null where it has none. That it is there does not prove that the device can read. */
export function findWebNfc(): (new () => NdefWriter) | null {
  if (!('NDEFReader' in window) || typeof window.NDEFReader !== 'function') return null
  // What it is, is the specification's word: nothing at run time could say more.
  return window.NDEFReader as new () => NdefWriter
}

/** Whether the person has allowed NFC, refused it, or is still to be asked. */
export async function nfcPermission(): Promise<PermissionState> {
  try {
    // Web NFC adds this name to those that TypeScript knows.
    return (await navigator.permissions.query({ name: 'nfc' as PermissionName })).state
  } catch {
    return 'prompt'
  }
}
