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

/** The address of a saved file is given up after this time (ms): a browser may still read it. */
const SAVED_AFTER_MS = 60_000

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), SAVED_AFTER_MS)
}
