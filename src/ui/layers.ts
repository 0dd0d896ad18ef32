/** The history state key of a layer's entry; its value is the number of layers open there. */
const DEPTH = 'layers'

/** The functions that close the open layers, topmost last. */
let layers: readonly (() => void)[] = []
/** The number of layers open at the current history entry. */
let depth = 0
/** True while the app itself goes back in history. */
let isTraversing = false
/** Navigations that wait until the app has gone back. */
let held: readonly (() => void)[] = []

function depthOf(state: unknown): number {
  const marked = typeof state === 'object' && state !== null && DEPTH in state ? state[DEPTH] : 0
  return typeof marked === 'number' ? marked : 0
}

/** The native functions, not the router's wrappers: a layer does not change the location. */
const { pushState, replaceState } = globalThis.History?.prototype ?? {}

function goBack(entries: number): void {
  isTraversing = true
  window.history.go(-entries)
}

/** Makes the history match the open layers. */
function settle(): void {
  if (isTraversing) return
  if (depth > layers.length) goBack(depth - layers.length)
  while (depth < layers.length) {
    depth += 1
    pushState?.call(window.history, { ...window.history.state, [DEPTH]: depth }, '')
  }
}

/** Whether 'back' would close a layer, or the app is about to go back by itself. */
export const isAtLayer = () => depth > 0 || isTraversing

/** Hides layer-only history events from the router. */
function onPopState(event: PopStateEvent): void {
  const before = depth
  depth = depthOf(event.state)
  if (isTraversing) {
    event.stopImmediatePropagation()
    isTraversing = false
    const waiting = held
    held = []
    for (const navigate of waiting) navigate()
    settle()
  } else if (depth > layers.length) {
    // 'Forward', or 'back' from another site, has led to the entry of a layer that is closed.
    event.stopImmediatePropagation()
    goBack(1)
  } else if (before > depth) {
    event.stopImmediatePropagation()
    for (const close of layers.slice(depth).toReversed()) close()
    // Restore the entry of a layer that refuses to close because it awaits an answer.
    setTimeout(settle)
  }
}

type HistoryChange = typeof window.history.pushState

/**
 * Lets a screen that is opened from a layer replace the layer's entry, so that 'back' leads to the
 * screen below.
 */
function replacingLayers(change: HistoryChange, isPush: boolean): HistoryChange {
  return (state: unknown, title, url) => {
    const isHere = url == null || new URL(url, window.location.href).href === window.location.href
    const navigate = () => {
      const act = isPush && depth !== 1 ? pushState : replaceState
      depth = 0
      act?.call(window.history, state, title, url)
    }
    if (isTraversing) held = [...held, navigate]
    else if (depth === 0) change.call(window.history, state, title, url)
    else if (isHere && !isPush)
      replaceState?.call(window.history, { ...Object(state), [DEPTH]: depth }, title, url)
    else if (isPush && depth === 1) navigate()
    else {
      const entries = depth
      held = [...held, navigate]
      goBack(entries)
    }
  }
}

let isFollowing = false

function follow(): void {
  if (isFollowing) return
  isFollowing = true
  depth = depthOf(window.history.state)
  window.history.pushState = replacingLayers(window.history.pushState, true)
  window.history.replaceState = replacingLayers(window.history.replaceState, false)
}

/**
 * Lets 'back' close a layer, in every browser: while it is open, the history has one more entry.
 * Returns a function to call once the layer is closed.
 */
export function openLayer(close: () => void): () => void {
  follow()
  layers = [...layers, close]
  settle()
  return () => {
    layers = layers.filter((one) => one !== close)
    // Defer: a replacing layer or a navigation runs first and reuses the entry.
    setTimeout(settle)
  }
}

// Loaded before the router adds its own listener (main.tsx): Chromium calls the listeners of
// `window` in the order of their registration, capturing or not. If the router were notified when
// the app itself goes back, it would take the screen below for its location, and lose a navigation.
globalThis.window?.addEventListener('popstate', onPopState)

// After a reload no layer is open.
if (depthOf(globalThis.history?.state) > 0) {
  follow()
  goBack(depth)
}
