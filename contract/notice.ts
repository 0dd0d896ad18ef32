import * as v from 'valibot'

/** A notification as sent to a device. */
export const notice = v.object({
  title: v.string(),
  body: v.string(),
  /** The path that a tap opens. */
  path: v.string(),
  /** A later notice with the same tag replaces this one. */
  tag: v.string(),
})
export type Notice = v.InferOutput<typeof notice>
