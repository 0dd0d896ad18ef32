import * as v from 'valibot'
import { idIn, partsOf } from '#contract/address'
import { parseTagProof, type TagProof } from '#contract/tag-proof'
import { createObservable } from '#lib/observable'
import { localStorageOrNull, readStored, writeStored } from '../api/local-storage'
import { captureClocks, madeSchema } from '../offline/clocks'

interface SignInLink {
  readonly userId: string
  readonly token: string
  /** True for a scanned link. Whoever printed the code chose the account, so the page asks before it signs in. */
  readonly askFirst?: boolean
}

let opened: SignInLink | null = null

/** Keeps an opened link only in memory, so that its token can leave the address bar and history at once. */
export function keepSignInLink(link: SignInLink): void {
  opened = link
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Keeps the link that the page was opened with, if any. index.html has removed it from the address already. */
export function keepSignInLinkOfPage(): void {
  const link = window.signInLinkInAddress
  if (link === undefined) return
  delete window.signInLinkInAddress
  keepSignInLink({ userId: decoded(link[0]), token: decoded(link[1]) })
}

export function openedSignInLink(): SignInLink | null {
  return opened
}

export function forgetSignInLink(): void {
  opened = null
}

const KEY = 'geek-touch'
/** The server takes nothing older (AWARD_TOO_OLD). */
const LIFETIME_MS = 48 * 3_600_000

const touchSchema = v.object({ nfcId: v.string(), made: madeSchema, proof: v.object({ picc: v.string(), cmac: v.string() }) })

/** The latest touch of a tag that proves its touches, and when it was. */
type TagTouch = v.InferOutput<typeof touchSchema>

/** Where the browser refuses storage, a touch lasts as long as the page. */
let inMemory: TagTouch | null = null

/** How many touches this page has kept: a new one is a new scan, also of the tag whose screen is open. */
export const touches = createObservable(0)

/** Keeps a touch on the device, also through signing in and joining a team, so that no address carries it. */
export function keepTouch(nfcId: string, proof: TagProof): void {
  inMemory = { nfcId, made: captureClocks(), proof: { ...proof } }
  writeStored(KEY, inMemory)
  touches.set(touches.get() + 1)
}

export function touchOf(nfcId: string): TagTouch | null {
  const touch = inMemory ?? readStored(KEY, touchSchema)
  return touch !== null && touch.nfcId === nfcId && Date.now() - touch.made.wall < LIFETIME_MS ? touch : null
}

/** Removes the touch of this tag once its scan is decided, or kept with it. */
export function forgetTouch(nfcId: string): void {
  if (touchOf(nfcId) === null) return
  inMemory = null
  localStorageOrNull()?.removeItem(KEY)
}

/** Keeps the touch in a tag's address, and returns the address without it; any other path as it is. */
export function withoutTouch(href: string): string {
  const { pathname, searchParams } = new URL(href, 'http://place.invalid')
  const [place, first, ...more] = partsOf(pathname)
  const nfcId = idIn(first)
  if (place !== 's' || nfcId === null || more.length > 0) return href
  const proof = parseTagProof(searchParams.get('picc'), searchParams.get('cmac'))
  if (proof === null) return href
  keepTouch(nfcId, proof)
  return pathname
}

/** Keeps the touch that the page was opened with, if any. index.html has removed it from the address already. */
export function keepTouchOfPage(): void {
  const href = window.touchInAddress
  delete window.touchInAddress
  if (href !== undefined) withoutTouch(href)
}
