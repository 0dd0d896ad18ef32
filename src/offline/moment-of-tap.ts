import { knownServerTime } from '../server-clock'
import { readClocks } from './clocks'
import type { MadeAt } from './outbox-entry'

const LAST_CONTACT_KEY = 'geek-last-contact'

function storedContact(): number | null {
  try {
    const stored = Number(localStorage.getItem(LAST_CONTACT_KEY) ?? Number.NaN)
    return Number.isFinite(stored) ? stored : null
  } catch {
    return null
  }
}

/** Keeps that the server was heard from just now: no award of this device is older than its last contact before the tap. */
export function noteContact(): void {
  const serverTime = knownServerTime()
  if (serverTime === null) return
  try {
    localStorage.setItem(LAST_CONTACT_KEY, String(Math.floor(serverTime)))
  } catch {
    // Without storage there is no bound, and the clocks alone decide.
  }
}

/** The moment of a tap, by every clock there is. */
export function readMadeAt(): MadeAt {
  const { wall, forward, pageLife, serverTime } = readClocks()
  return { wall, forward, pageLife, serverTime, lastContact: serverTime ?? storedContact() }
}
