/** Returns a function that unsubscribes. */
type Subscribe<Args extends unknown[]> = (listener: (...args: Args) => void) => () => void

/** Something that happens without leaving a state behind. */
export interface Emitter<Args extends unknown[]> {
  readonly subscribe: Subscribe<Args>
  readonly emit: (...args: Args) => void
}

/** A value that is read now and followed from now on; fits `useSyncExternalStore`. */
export interface Observable<T> {
  readonly get: () => T
  readonly subscribe: Subscribe<[]>
}

export interface WritableObservable<T> extends Observable<T> {
  /** Notifies the listeners unless the value is the same. */
  readonly set: (next: T) => void
}

export function createEmitter<Args extends unknown[] = []>(): Emitter<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(...args) {
      for (const listener of listeners) listener(...args)
    },
  }
}

/**
 * Not `@tanstack/store`, although the router ships it: pages and the worker use this one, and the worker would grow by a
 * tenth for a graph of derived values that nothing here needs.
 */
export function createObservable<T>(initial: T): WritableObservable<T> {
  const changed = createEmitter()
  let value = initial
  return {
    get: () => value,
    subscribe: changed.subscribe,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      changed.emit()
    },
  }
}
