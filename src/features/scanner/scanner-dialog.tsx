import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type RefObject, useCallback, useRef } from 'react'
import { commonTexts } from '#i18n/common'
import { scannerTexts } from '#i18n/scanner'
import { useCloseRequest } from '../../ui/use-close-request'
import { Scanner } from './scanner'

export interface ScannerDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What opened it, and has the focus again when it is closed. */
  opener: RefObject<HTMLElement | null>
}

/** The scanner over the whole screen. Camera and NFC are in use only while it is there. */
export function ScannerDialog({ open, onOpenChange, opener }: ScannerDialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const close = useCallback(() => onOpenChange(false), [onOpenChange])
  useCloseRequest(open, close)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Content
          ref={content}
          aria-describedby={undefined}
          // Not into the first control, which need not be what the person came for: nothing has to be pressed to scan.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            content.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener.current?.focus()
          }}
          className="fixed inset-0 z-30 flex flex-col bg-sky pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] outline-none"
        >
          <header className="flex shrink-0 items-center justify-between gap-3 px-4 py-2">
            <Dialog.Title className="text-xl font-bold">{scannerTexts.title}</Dialog.Title>
            <Dialog.Close
              aria-label={commonTexts.close}
              className="grid size-12 cursor-pointer place-items-center rounded-full bg-raised text-ink"
            >
              <X aria-hidden className="size-6" />
            </Dialog.Close>
          </header>
          <Scanner onDone={close} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
