import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { commonTexts } from '#i18n/common'
import { outboxTexts } from '#i18n/outbox'
import { useOutbox } from '../../offline/use-outbox'
import { OutboxList } from './outbox-list'
import { outboxTitle } from './outbox-panel'

interface OutboxDialogProps {
  userId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The outbox over any screen, opened from the menu. */
export function OutboxDialog({ userId, open, onOpenChange }: OutboxDialogProps) {
  const outbox = useOutbox()
  const empty = outbox.entries.length === 0 && outbox.unreadable.length === 0
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-sky/80" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 bottom-3 z-30 mx-auto max-h-[calc(100dvh-1.5rem)] max-w-lg animate-arrive overflow-y-auto rounded-card border border-line bg-surface p-5 shadow-2xl sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2"
        >
          <div className="mb-4 flex items-center justify-between gap-3">
            <Dialog.Title className="text-xl font-bold">{outboxTitle(outbox)}</Dialog.Title>
            <Dialog.Close
              aria-label={commonTexts.close}
              className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-full hover:bg-raised"
            >
              <X aria-hidden className="size-6" />
            </Dialog.Close>
          </div>
          {empty ? <p className="text-soft">{outboxTexts.allRecorded}</p> : <OutboxList userId={userId} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
