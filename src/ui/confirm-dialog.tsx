import { AlertDialog } from 'radix-ui'
import { type FormEvent, type ReactNode, useState } from 'react'
import { commonTexts } from '#i18n/common'
import { Button } from './button'

interface ConfirmDialogProps {
  /** The button that opens it; null where something else does, which then says whether it is open. */
  trigger: ReactNode
  opened?: { readonly open: boolean; readonly onChange: (open: boolean) => void }
  title: string
  text: string
  /** What will be done, in the imperative. */
  confirm: string
  /** Whether it may be done yet: a name to type may be missing. */
  ready?: boolean
  busy: boolean
  /** Called with how to close the dialog: once it is done, or where it could not be. */
  onConfirm: (close: () => void) => void
  /** Something to fill in first. */
  children?: ReactNode
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  trigger,
  opened,
  title,
  text,
  confirm,
  ready = true,
  busy,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const { open, onChange: setOpen } = opened ?? { open: ownOpen, onChange: setOwnOpen }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (ready && !busy) onConfirm(() => setOpen(false))
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={setOpen}>
      {trigger !== null && <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>}
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-30 bg-sky/80" />
        <AlertDialog.Content className="fixed inset-x-3 bottom-3 z-30 mx-auto max-h-[calc(100dvh-1.5rem)] max-w-md animate-arrive overflow-y-auto rounded-card border border-line bg-surface p-5 shadow-2xl sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2">
          <form noValidate onSubmit={submit} className="flex flex-col gap-4">
            <AlertDialog.Title className="text-xl font-bold">{title}</AlertDialog.Title>
            <AlertDialog.Description className="text-soft">{text}</AlertDialog.Description>
            {children}
            <div className="flex flex-col gap-2 sm:flex-row-reverse">
              <Button type="submit" look="danger" busy={busy} disabled={!ready} className="sm:flex-1">
                {confirm}
              </Button>
              <AlertDialog.Cancel asChild>
                <Button look="secondary" className="sm:flex-1">
                  {commonTexts.cancel}
                </Button>
              </AlertDialog.Cancel>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
