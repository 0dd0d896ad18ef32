import { localStorageOrNull } from '../api/local-storage'
import { knownServerTime } from '../server-clock'
import { deviceClock, readClocks } from './clocks'
import type { MadeAt } from './outbox-entry'

const LAST_CONTACT_KEY = 'geek-last-contact'

function storedContact(): number | null {
  try {
    const stored = Number(localStorageOrNull()?.getItem(LAST_CONTACT_KEY) ?? Number.NaN)
    return Number.isFinite(stored) ? stored : null
  } catch {
    return null
  }
}

/** Stores the time of the last server response: no award is older than the last contact before its tap. */
export function noteContact(): void {
  deviceClock.save()
  const serverTime = knownServerTime()
  if (serverTime === null) return
  try {
    localStorageOrNull()?.setItem(LAST_CONTACT_KEY, String(Math.floor(serverTime)))
  } catch {
    // Without storage there is no such bound on an award's age.
  }
}

/** Reads every clock at the moment of a tap. */
export function captureClocks(): MadeAt {
  const { wall, forward, device, pageLife, serverTime } = readClocks()
  deviceClock.save()
  return { wall, forward, device, pageLife, serverTime, lastContact: serverTime ?? storedContact() }
}
