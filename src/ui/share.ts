/** Opens the share sheet. False where there is none, or it refuses; a person who closes it has decided. */
export async function share(data: ShareData): Promise<boolean> {
  const canShare = 'canShare' in navigator ? navigator.canShare(data) : 'share' in navigator && data.files === undefined
  if (!canShare) return false
  try {
    await navigator.share(data)
    return true
  } catch (reason) {
    return reason instanceof DOMException && reason.name === 'AbortError'
  }
}
