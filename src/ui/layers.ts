/** Marks an entry of the history that stands for an open layer, by how many are open there. */
const DEPTH = 'layers'

/** What lies over the screen, the uppermost last: each by the function that closes it. */
let layers: readonly (() => void)[] = []
/** How many layers the current entry stands for. */
let depth = 0
/** True until an entry to which the app goes back by itself is reached. */
let isTraversing = false
/** Navigations that began meanwhile. */
let held: readonly (() => void)[] = []

function depthOf(state: unknown): number {
  const marked = typeof state === 'object' && state !== null && DEPTH in state ? state[DEPTH] : 0
  return typeof marked === 'number' ? marked : 0
}

/** Past the router, whose location stays the same. */
const { pushState, replaceState } = globalThis.History?.prototype ?? {}

function goBack(entries: number): void {
  isTraversing = true
  window.history.go(-entries)
}

/** Makes the history stand for the layers that are open. */
function settle(): void {
  if (isTraversing) return
  if (depth > layers.length) goBack(depth - layers.length)
  while (depth < layers.length) {
    depth += 1
    pushState?.call(window.history, { ...window.history.state, [DEPTH]: depth }, '')
  }
}

/**
 * Keeps from the router what concerns layers alone, in browsers whose window has a capture phase of its own. In Chromium its
 * events have none, and the router has read the same location again by now.
 */
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
    // The entry of a layer that is closed: reached by 'forward', or by 'back' from elsewhere.
    event.stopImmediatePropagation()
    goBack(1)
  } else if (before > depth) {
    event.stopImmediatePropagation()
    for (const close of layers.slice(depth).toReversed()) close()
    // One that refuses to close, while it waits for an answer, gets its entry back.
    setTimeout(settle)
  }
}

type HistoryChange = typeof window.history.pushState
/** The router's functions. Called late, they tell it where it is: on the way back it took the screen below for its location. */
type RoutedHistory = Pick<History, 'pushState' | 'replaceState'>

/** A screen that is opened from a layer takes the place of the layer's entry, so that 'back' leads to the screen below it. */
function inPlaceOfLayers(routed: RoutedHistory, isPush: boolean): HistoryChange {
  return (state: unknown, title, url) => {
    const isHere = url == null || new URL(url, window.location.href).href === window.location.href
    const navigate = () => {
      const act = isPush && depth !== 1 ? routed.pushState : routed.replaceState
      depth = 0
      act.call(window.history, state, title, url)
    }
    if (isTraversing) held = [...held, navigate]
    else if (depth === 0) navigate()
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
  window.addEventListener('popstate', onPopState, { capture: true })
  const { pushState: push, replaceState: replace } = window.history
  const routed = { pushState: push, replaceState: replace }
  window.history.pushState = inPlaceOfLayers(routed, true)
  window.history.replaceState = inPlaceOfLayers(routed, false)
}

/**
 * Lets 'back' close what lies over the screen, in every browser: while it is open, the history has one entry more, which goes with it.
 * Returns a function to call once it is closed.
 */
export function openLayer(close: () => void): () => void {
  follow()
  layers = [...layers, close]
  settle()
  return () => {
    layers = layers.filter((one) => one !== close)
    // A layer that opens in its place, or a navigation, comes first and needs the entry.
    setTimeout(settle)
  }
}

// After a reload nothing lies over the screen.
if (depthOf(globalThis.history?.state) > 0) {
  follow()
  goBack(depth)
}
