import { X } from 'lucide-react'
import { commonTexts } from '#texts/common'
import { scannerTexts } from '#texts/scanner'
import { Modal, ModalTitle } from '../../ui/modal'
import { Scanner } from './scanner'

export interface ScannerDialogProps {
  onClose: () => void
  /** Called after the scanner has opened another screen. */
  onDone: () => void
}

/** The full-screen scanner. Camera and NFC are active only while it is mounted. */
export function ScannerDialog({ onClose, onDone }: ScannerDialogProps) {
  return (
    <Modal
      onClose={onClose}
      className="fixed inset-0 flex flex-col bg-sky pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]"
    >
      <header className="flex shrink-0 items-center justify-between gap-3 px-4 py-2">
        <ModalTitle className="text-xl font-bold">{scannerTexts.title}</ModalTitle>
        <button
          type="button"
          onClick={onClose}
          aria-label={commonTexts.close}
          className="grid size-12 cursor-pointer place-items-center rounded-full bg-raised text-ink"
        >
          <X aria-hidden className="size-6" />
        </button>
      </header>
      <Scanner onDone={onDone} />
    </Modal>
  )
}
