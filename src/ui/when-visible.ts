/** Runs `act` once, as soon as the page is visible. Returns a function that cancels it. */
export function whenVisible(act: () => void): () => void {
  const seen = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', seen)
    act()
  }
  document.addEventListener('visibilitychange', seen)
  seen()
  return () => document.removeEventListener('visibilitychange', seen)
}
