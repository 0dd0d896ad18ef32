import * as v from 'valibot'
import { parseTagProof, type TagProof } from '#contract/tag-proof'
import { idIn, partsOf } from '#lib/address'
import { readStored, removeStored, writeStored } from '#lib/local-storage'
import { createObservable } from '#lib/observable'
import { captureClocks, madeSchema } from '../offline/clocks'

const KEY = 'geek-touch'
/** The server accepts nothing older than this (ms, AWARD_TOO_OLD). */
const LIFETIME_MS = 48 * 3_600_000

const touchSchema = v.object({
  nfcId: v.string(),
  made: madeSchema,
  proof: v.object({ picc: v.string(), cmac: v.string() }),
})

/** The latest touch of a tag that proves its touches, and when it was. */
type StoredTouch = v.InferOutput<typeof touchSchema>

/** Without storage, a touch lasts as long as the page. */
let inMemory: StoredTouch | null = null

/** The number of touches in this page life: each is a new scan, even of the tag on the screen. */
export const touches = createObservable(0)

/** Stores a touch on the device, not in the address. It survives signing in and joining a team. */
export function storeTouch(nfcId: string, proof: TagProof): void {
  inMemory = { nfcId, made: captureClocks(), proof: { ...proof } }
  writeStored(KEY, inMemory)
  touches.set(touches.get() + 1)
}

export function touchOf(nfcId: string): StoredTouch | null {
  const touch = inMemory ?? readStored(KEY, touchSchema)
  return touch !== null && touch.nfcId === nfcId && Date.now() - touch.made.wall < LIFETIME_MS
    ? touch
    : null
}

/**
 * Removes the touch of this tag. Call this as soon as the tag's scan has been decided, or stored with
 * the touch. Meanwhile another tab may have stored the touch of another tag.
 */
export function forgetTouch(nfcId: string): void {
  if (inMemory?.nfcId === nfcId) inMemory = null
  if (readStored(KEY, touchSchema)?.nfcId === nfcId) removeStored(KEY)
}

/**
 * Stores the touch from the address that opened the page or app. index.html has already removed it
 * from the address.
 */
export function storeOpenedTouch(): void {
  const { pathname, searchParams } = new URL(window.touchInAddress ?? '/', window.location.origin)
  delete window.touchInAddress
  const [place, first, ...more] = partsOf(pathname)
  const nfcId = idIn(first)
  const proof = parseTagProof(searchParams.get('picc'), searchParams.get('cmac'))
  if (place === 's' && nfcId !== null && more.length === 0 && proof !== null)
    storeTouch(nfcId, proof)
}
