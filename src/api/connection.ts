import { createObservable, type Observable } from '#lib/observable'

const reachable = createObservable(true)

/** True if the server responded to the last call. Derived from calls, because navigator.onLine is only a hint. */
export const serverReachable: Observable<boolean> = reachable

export function noteAnswer(): void {
  reachable.set(true)
}

export function noteSilence(): void {
  reachable.set(false)
}
