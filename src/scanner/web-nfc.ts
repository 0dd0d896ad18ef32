/**
 * The parts of Web NFC (https://w3c.github.io/web-nfc/) used here; TypeScript's DOM library lacks
 * them.
 */
export interface NdefRecord {
  readonly recordType: string
  readonly data?: DataView | null
  /** Text records only: 'utf-8' or a UTF-16 label. */
  readonly encoding?: string | null
  /**
   * The nested records; null if the content is no message. Throws NotSupportedError for record
   * types that can't be nested.
   */
  toRecords?(): readonly NdefRecord[] | null
}

export interface NdefReadingEvent extends Event {
  /** Empty for tags without a serial number. */
  readonly serialNumber: string
  readonly message: { readonly records: readonly NdefRecord[] }
}

export interface NdefReader extends EventTarget {
  /**
   * Starts reading until the signal aborts. Rejects with NotAllowedError (refused, or no user
   * gesture), NotSupportedError (no NFC hardware), NotReadableError (switched off),
   * InvalidStateError (already scanning) or AbortError.
   */
  scan(options?: { readonly signal?: AbortSignal }): Promise<void>
}

export interface NdefWriter extends NdefReader {
  /** Waits for a tag and resolves once the message is written. */
  write(
    message: {
      readonly records: readonly { readonly recordType: string; readonly data: string }[]
    },
    options: { readonly signal: AbortSignal; readonly overwrite: boolean },
  ): Promise<void>
}

/** The browser's Web NFC, or null. Its presence doesn't prove that the device has NFC hardware. */
export function findWebNfc(): (new () => NdefWriter) | null {
  if (!('NDEFReader' in window) || typeof window.NDEFReader !== 'function') return null
  // The type comes from the specification; there is nothing to check at run time.
  return window.NDEFReader as new () => NdefWriter
}

export async function nfcPermission(): Promise<PermissionState> {
  try {
    // Web NFC's permission name is missing in TypeScript's types.
    return (await navigator.permissions.query({ name: 'nfc' as PermissionName })).state
  } catch {
    return 'prompt'
  }
}

/** True if the device seems to have something to scan with: NFC, or a camera. */
export async function canScan(): Promise<boolean> {
  if (findWebNfc() !== null) return true
  try {
    return (await navigator.mediaDevices.enumerateDevices()).some(
      ({ kind }) => kind === 'videoinput',
    )
  } catch {
    return false
  }
}
