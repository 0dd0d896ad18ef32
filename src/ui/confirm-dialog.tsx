import { type ComponentProps, cloneElement, type FormEvent, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { commonTexts } from '#texts/common'
import { Button } from './button'
import { Modal, ModalText, ModalTitle, SHEET } from './modal'

interface ConfirmDialogProps {
  /** The button that opens the dialog; null where the caller controls it through `opened`. */
  trigger: ReactElement<ComponentProps<typeof Button>> | null
  opened?: { readonly open: boolean; readonly onChange: (open: boolean) => void }
  title: string
  text: string
  /** The label of the confirming button, in the imperative. */
  confirm: string
  /** The look of the confirming button; `danger` unless the action can be taken back. */
  tone?: 'danger' | 'primary'
  /** Enables the confirming button; false while a required input is missing. */
  ready?: boolean
  busy: boolean
  /** Why the last attempt failed. */
  fault?: string | undefined
  /** Called when the trigger opens the dialog. */
  onOpen?: () => void
  /** Receives a function that closes the dialog, to call once the action has succeeded; or failed, if the fault is told elsewhere. */
  onConfirm: (close: () => void) => void
  /** Input fields, shown above the buttons. */
  children?: ReactNode
}

export function ConfirmDialog({
  trigger,
  opened,
  title,
  text,
  confirm,
  tone = 'danger',
  ready = true,
  busy,
  fault,
  onOpen,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const [ownOpen, setOwnOpen] = useState(false)
  const { open, onChange: setOpen } = opened ?? { open: ownOpen, onChange: setOwnOpen }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (ready && !busy) onConfirm(() => setOpen(false))
  }
  const openAfter = trigger?.props.onClick
  return (
    <>
      {trigger !== null &&
        cloneElement(trigger, {
          'aria-haspopup': 'dialog',
          onClick: (event) => {
            openAfter?.(event)
            onOpen?.()
            setOpen(true)
          },
        })}
      {open && (
        <Modal role="alertdialog" described firstFocus={cancel} onClose={() => setOpen(false)} className={SHEET}>
          <form noValidate onSubmit={submit} className="flex flex-col gap-4">
            <ModalTitle className="text-xl font-bold">{title}</ModalTitle>
            <ModalText className="text-soft">{text}</ModalText>
            {children}
            <p role="alert" className="text-danger empty:hidden">
              {fault}
            </p>
            <div className="flex flex-col gap-2 sm:flex-row-reverse">
              <Button type="submit" variant={tone} busy={busy} disabled={!ready} className="sm:flex-1">
                {confirm}
              </Button>
              <Button ref={cancel} variant="secondary" className="sm:flex-1" onClick={() => setOpen(false)}>
                {commonTexts.cancel}
              </Button>
            </div>
          </form>
        </Modal>
      )}
    </>
  )
}
