import { inAppBrowser } from '#lib/in-app-browser'
import { deviceTexts } from '#texts/common'
import { toast } from './toast'

/**
 * Opens the share sheet. Returns false if there is none or it fails, true even if the user closes
 * it.
 */
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

/** Browsers may read the object URL for some time after the click (ms). */
const REVOKE_AFTER_MS = 60_000

/** True in Android WebViews and in-app browsers, which ignore downloads and printing. */
export const isInsideApp = () => inAppBrowser() !== null || /; wv\)/.test(navigator.userAgent)

const canSave = () => 'download' in HTMLAnchorElement.prototype && !isInsideApp()

/** Saves a file to the downloads, or shows that this browser cannot. */
export function saveFile(content: Blob, name: string): void {
  if (!canSave()) {
    toast.error(deviceTexts.cannotSave)
    return
  }
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
