import { findWebNfc } from './web-nfc'

/** True if the device seems to have something to scan with: NFC, or a camera. */
export async function canScan(): Promise<boolean> {
  if (findWebNfc() !== null) return true
  try {
    return (await navigator.mediaDevices.enumerateDevices()).some(({ kind }) => kind === 'videoinput')
  } catch {
    return false
  }
}
