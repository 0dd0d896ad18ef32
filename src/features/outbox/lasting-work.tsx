import { type ReactNode, useSyncExternalStore } from 'react'
import { createObservable } from '#lib/observable'

/**
 * Work that a signed-in screen has begun and that continues behind every other screen: waiting
 * awards are sent even while the vendor reads the terms. Visitors' screens begin no such work and
 * load none of its code.
 */
export const lastingWork = createObservable<ReactNode>(null)

export function LastingWork() {
  return useSyncExternalStore(lastingWork.subscribe, lastingWork.get, lastingWork.get)
}
