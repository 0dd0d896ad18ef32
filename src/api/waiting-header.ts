import { WAITING_HEADER } from '#contract/protocol'

let waiting: number | null = null

/** Sets how many awards wait on this device, which the organiser wants to know; null on devices that are no booth's. */
export function tellWaiting(count: number | null): void {
  waiting = count
}

export function waitingHeader(): Record<string, string> {
  return waiting === null ? {} : { [WAITING_HEADER]: String(waiting) }
}
