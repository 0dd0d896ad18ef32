import type { Notice } from '#contract/notice'
import type { Subscription } from './deliver'

/** A subscription and whose it is. */
export interface Device extends Subscription {
  readonly user_id: string
}

export interface PushNotice extends Omit<Notice, 'tag'> {
  readonly kind: 'points' | 'request' | 'answer' | 'message'
  /** While it waits, a newer notice of this kind about the same subject takes its place. */
  readonly subject: string
  /** Asked at each attempt; a notice that is no longer true is dropped. */
  readonly isStillTrue?: () => Promise<boolean>
}
