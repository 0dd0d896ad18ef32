import { scannerTexts } from '#texts/scanner'
import { Scanner } from './scanner'
import { ScannerFrame } from './scanner-frame'

export interface ScannerDialogProps {
  onClose: () => void
  /** Called after the scanner has opened another screen. */
  onDone: () => void
}

/** The full-screen scanner. Camera and NFC are active only while it is mounted. */
export function ScannerDialog({ onClose, onDone }: ScannerDialogProps) {
  return (
    <ScannerFrame title={scannerTexts.title} onClose={onClose}>
      <Scanner onDone={onDone} />
    </ScannerFrame>
  )
}
