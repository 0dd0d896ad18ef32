import type { TagContent } from './tag-content'

/** Why NFC is unavailable: permission refused, switched off, no hardware, or an unknown reason. */
export type Blocker = 'refused' | 'off' | 'missing' | 'unknown'

/** Why the person has to present the tag again. */
export type Trouble = 'lost' | 'mismatch' | 'unreadable' | 'unsuitable'

export type Phase =
  | { readonly is: 'asleep' }
  | { readonly is: 'starting' }
  | { readonly is: 'blocked'; readonly by: Blocker }
  | { readonly is: 'ready'; readonly trouble: Trouble | null }
  | { readonly is: 'writing' }
  /** Written; reading the tag back to verify it. */
  | { readonly is: 'checking'; readonly nfcId: string }
  /** The tag has content, which is not overwritten without confirmation. */
  | { readonly is: 'occupied'; readonly content: TagContent }
  /** The person has confirmed that this content may be replaced. */
  | { readonly is: 'replacing'; readonly content: TagContent }
  | { readonly is: 'locking'; readonly nfcId: string; readonly trouble: 'other-tag' | 'failed' | null }

const BLOCKERS: Readonly<Record<string, Blocker>> = {
  NotAllowedError: 'refused',
  NotReadableError: 'off',
  NotSupportedError: 'missing',
}

/** The name of a DOMException, which Web NFC rejects with; empty for any other error. */
export function errorName(reason: unknown): string {
  return reason instanceof DOMException ? reason.name : ''
}

export function blockerOf(reason: unknown): Blocker {
  return BLOCKERS[errorName(reason)] ?? 'unknown'
}
