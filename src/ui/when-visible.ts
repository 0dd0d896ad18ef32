/** Runs `act` once, as soon as a person can see the page; returns how to call it off. */
export function whenVisible(act: () => void): () => void {
  if (document.visibilityState === 'visible') {
    act()
    return () => undefined
  }
  const seen = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', seen)
    act()
  }
  document.addEventListener('visibilitychange', seen)
  return () => document.removeEventListener('visibilitychange', seen)
}
