import { type ReactNode, useSyncExternalStore } from 'react'
import { createObservable } from '#lib/observable'

/**
 * Work that a signed-in screen has begun and that goes on behind every other one: what waits is
 * sent while its vendor reads the terms. Screens of visitors, who begin none, load none of its code.
 */
export const lastingWork = createObservable<ReactNode>(null)

export function LastingWork() {
  return useSyncExternalStore(lastingWork.subscribe, lastingWork.get, lastingWork.get)
}
