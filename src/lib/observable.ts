/** A value with change notifications; fits `useSyncExternalStore`. */
export interface Observable<T> {
  readonly get: () => T
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Makes an event to which listeners can subscribe. */
export function createEmitter<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    /** Returns a function that unsubscribes. */
    subscribe: (listener: (...args: Args) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit: (...args: Args) => {
      for (const listener of listeners) listener(...args)
    },
  }
}

/**
 * Makes a value that notifies listeners of its changes. Does not use `@tanstack/store`, although
 * the router ships it: the worker, which uses observables too, would grow by a tenth for a graph of
 * derived values that the app does not need.
 */
export function createObservable<T>(initial: T) {
  const changed = createEmitter()
  let value = initial
  return {
    get: () => value,
    subscribe: changed.subscribe,
    /** Notifies the listeners unless the value is the same. */
    set: (next: T) => {
      if (Object.is(next, value)) return
      value = next
      changed.emit()
    },
  }
}
