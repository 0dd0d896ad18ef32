/** A request expires after this time (ms) if no screen with a scanner appears: nobody expects the camera any more. */
const LIFETIME_MS = 30_000

let requestedAt = Number.NEGATIVE_INFINITY
const scanners = new Set<() => void>()

function openPending(): void {
  const [open] = scanners
  if (open === undefined || performance.now() - requestedAt > LIFETIME_MS) return
  requestedAt = Number.NEGATIVE_INFINITY
  open()
}

/** Opens the scanner on this screen or the next one that has it. For the shortcut on the phone's home screen. */
export function requestScanner(): void {
  requestedAt = performance.now()
  openPending()
}

/** Registers the scanner opener and runs a pending request. Returns an unsubscribe function. */
export function onScannerRequest(open: () => void): () => void {
  scanners.add(open)
  queueMicrotask(openPending)
  return () => scanners.delete(open)
}
