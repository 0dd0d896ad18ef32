/** A wish that no screen with a scanner met within this time (ms) is over: nobody expects the camera any more. */
const LIFETIME_MS = 30_000

let wishedAt = Number.NEGATIVE_INFINITY
const scanners = new Set<() => void>()

function grant(): void {
  const [open] = scanners
  if (open === undefined || performance.now() - wishedAt > LIFETIME_MS) return
  wishedAt = Number.NEGATIVE_INFINITY
  open()
}

/** Opens the scanner, now or on the screen that is about to come: the shortcut on the phone's home screen asks for it. */
export function wishForScanner(): void {
  wishedAt = performance.now()
  grant()
}

/** Has a wish opened, one that came before as well; answers how to end that. */
export function onScannerWish(open: () => void): () => void {
  scanners.add(open)
  queueMicrotask(grant)
  return () => scanners.delete(open)
}
