import { X } from 'lucide-react'
import { commonTexts } from '#i18n/common'
import { ModalTitle } from './modal'

/** A dialog's title and its close button. */
export function ModalHeading({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <div className="mb-4 flex items-center justify-between gap-3">
      <ModalTitle className="text-xl font-bold">{title}</ModalTitle>
      <button
        type="button"
        onClick={onClose}
        aria-label={commonTexts.close}
        className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-full hover:bg-raised"
      >
        <X aria-hidden className="size-6" />
      </button>
    </div>
  )
}
