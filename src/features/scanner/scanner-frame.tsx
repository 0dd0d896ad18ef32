import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { commonTexts } from '#texts/common'
import { Modal, ModalTitle } from '../../ui/modal'

/** A full-screen dialog around a scanner. */
export function ScannerFrame({ title, onClose, children }: { title: ReactNode; onClose: () => void; children: ReactNode }) {
  return (
    <Modal
      onClose={onClose}
      className="fixed inset-0 flex flex-col bg-sky pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]"
    >
      <header className="flex shrink-0 items-center justify-between gap-3 px-4 py-2">
        <ModalTitle className="min-w-0 text-xl leading-tight font-bold">{title}</ModalTitle>
        <button
          type="button"
          onClick={onClose}
          aria-label={commonTexts.close}
          className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-full bg-raised text-ink"
        >
          <X aria-hidden className="size-6" />
        </button>
      </header>
      {children}
    </Modal>
  )
}
