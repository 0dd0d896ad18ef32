/** Opens the share sheet. Returns false if there is none or it fails; true also if the person closes it. */
export async function share(data: ShareData): Promise<boolean> {
  const canShare =
    'canShare' in navigator
      ? navigator.canShare(data)
      : 'share' in navigator && data.files === undefined
  if (!canShare) return false
  try {
    await navigator.share(data)
    return true
  } catch (reason) {
    return reason instanceof DOMException && reason.name === 'AbortError'
  }
}

/** A browser may read the object URL for some time after the click. */
const REVOKE_AFTER_MS = 60_000

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
