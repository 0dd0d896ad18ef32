import * as v from 'valibot'
import { currentUser } from '#contract/calls/sign-in'
import { call } from '../../api/call'
import { noteLedger } from '../../api/connection'
import { ApiError } from '../../api/errors'
import { readStored, writeStored } from '../../api/local-storage'
import { randomUuid } from '../../api/random-uuid'
import { knownServerTime } from '../../server-clock'
import { createDeviceClock } from './device-clock'
import type { Clocks, MadeAt } from './queued-time'

const LAST_CONTACT_KEY = 'geek-last-contact'
/** By how much the server's clock was ahead of the device's timeline at the last contact (ms). */
const OFFSET_KEY = 'geek-server-offset'
const pageLife = randomUuid()

export const deviceClock = createDeviceClock()

export function readClocks(): Clocks {
  return { forward: performance.now(), device: deviceClock.now(), pageLife, serverTime: knownServerTime() }
}

const storedNumber = (key: string) => readStored(key, v.number())

/** Stores the time of the last server response: no award is older than the last contact before its tap. Without storage there is no such bound. */
export function noteContact(): void {
  deviceClock.save()
  const serverTime = knownServerTime()
  if (serverTime === null) return
  writeStored(LAST_CONTACT_KEY, Math.floor(serverTime))
  writeStored(OFFSET_KEY, Math.round(serverTime - deviceClock.now()))
}

/** The server's time (ms), or what it is by the device's timeline since the last contact of any page life; null without one. */
export function estimatedServerTime(): number | null {
  const offset = storedNumber(OFFSET_KEY)
  return knownServerTime() ?? (offset === null ? null : deviceClock.now() + offset)
}

export function captureClocks(): MadeAt {
  const clocks = readClocks()
  deviceClock.save()
  return { ...clocks, wall: Date.now(), lastContact: clocks.serverTime ?? storedNumber(LAST_CONTACT_KEY) }
}

let fetching: Promise<void> | null = null

async function request(): Promise<void> {
  try {
    // Which ledger will record what is sent next; the page's own sign-in check may not have been answered.
    noteLedger(await call(currentUser, {}))
  } catch (error) {
    // A KO response carries the server's time as well.
    if (!(error instanceof ApiError)) throw error
  }
}

/**
 * Makes a call whose response updates the server clock. Concurrent callers share one request. Throws
 * `CommunicationError` if no response of this API came.
 */
export async function fetchServerTime(): Promise<void> {
  fetching ??= request().finally(() => {
    fetching = null
  })
  await fetching
}
