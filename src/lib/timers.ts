/**
 * Settles as `work`, or as `late` if `work` has not settled within this time (ms). Does not stop
 * `work`.
 */
export async function withDeadline<T, L>(
  work: Promise<T>,
  ms: number,
  late: () => L,
): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    return await Promise.race([work, deadline.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The delay before the next try (ms) after `failures` failed ones (at least 1). Doubles from
 * `firstMs` to `longestMs`, with jitter between half and all of it, so that a hall of phones does
 * not retry in step.
 * @param random a number from 0 up to 1
 */
export function backoffMs(
  failures: number,
  firstMs: number,
  longestMs: number,
  random: number,
): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 10))
  return ceiling / 2 + (ceiling / 2) * random
}

/** The longest wait for a page that is never idle (ms). */
const IDLE_TIMEOUT_MS = 2_000

/** Runs `act` once the page is idle, after 2 s at the latest. */
export function whenIdle(act: () => void): void {
  type Idle = (act: () => void, options: { readonly timeout: number }) => void
  // Missing in Safari, and in a worker's types.
  const { requestIdleCallback } = globalThis as { readonly requestIdleCallback?: Idle }
  if (requestIdleCallback === undefined) setTimeout(act, IDLE_TIMEOUT_MS)
  else requestIdleCallback(act, { timeout: IDLE_TIMEOUT_MS })
}

/** The longest wait for a frame (ms): a page behind another window may get none. */
const FRAME_TIMEOUT_MS = 200

/**
 * Runs `act` after the page's current content is painted. Runs it immediately in a hidden page,
 * which is never painted.
 */
export function afterPaint(act: () => void): void {
  // Typed here, because a worker has no document and no frames.
  const page = globalThis as {
    readonly document?: { readonly hidden: boolean }
    readonly requestAnimationFrame?: (act: () => void) => unknown
  }
  let isDone = false
  function once(): void {
    if (isDone) return
    isDone = true
    act()
  }
  if (page.requestAnimationFrame === undefined || page.document?.hidden !== false) {
    once()
    return
  }
  // A task queued in a frame's callback runs after that frame is painted.
  page.requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, FRAME_TIMEOUT_MS)
}
