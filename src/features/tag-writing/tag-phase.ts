import type { TagContent } from './tag-content'

/** Why NFC cannot be used: refused by the person, switched off, not in this device, or for a reason nobody knows. */
export type Blocker = 'refused' | 'off' | 'missing' | 'unknown'

/** Why the person is asked for the tag once more. */
export type Trouble = 'lost' | 'mismatch' | 'unreadable' | 'unsuitable'

/** What NFC is doing on this screen. */
export type Phase =
  | { readonly is: 'asleep' }
  | { readonly is: 'starting' }
  | { readonly is: 'blocked'; readonly by: Blocker }
  | { readonly is: 'ready'; readonly trouble: Trouble | null }
  | { readonly is: 'writing' }
  /** Written; the tag is being read to see whether that is true. */
  | { readonly is: 'checking'; readonly nfcId: string }
  /** The tag holds something: nothing is written over it unasked. */
  | { readonly is: 'occupied'; readonly content: TagContent }
  /** The person wants what this tag holds to be replaced. */
  | { readonly is: 'replacing'; readonly content: TagContent }
  | { readonly is: 'locking'; readonly nfcId: string; readonly trouble: 'other-tag' | 'failed' | null }

const BLOCKERS: Readonly<Record<string, Blocker>> = {
  NotAllowedError: 'refused',
  NotReadableError: 'off',
  NotSupportedError: 'missing',
}

/** The name that Web NFC gives an error; empty for any other error. */
export function errorName(reason: unknown): string {
  return reason instanceof DOMException ? reason.name : ''
}

/** Why reading could not begin. */
export function blockerOf(reason: unknown): Blocker {
  return BLOCKERS[errorName(reason)] ?? 'unknown'
}
