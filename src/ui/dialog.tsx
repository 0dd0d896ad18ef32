import { X } from 'lucide-react'
import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  createContext,
  type FormEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { commonTexts } from '#texts/common'
import { Button } from './button'
import { classes } from './classes'
import { openLayer } from './layers'
import { raiseToasts, toast } from './toast'

const ModalTitleId = createContext('')

/** At the bottom, within reach of the thumb; on wide screens in the middle. */
const BOTTOM_POSITION =
  'fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] mx-auto max-w-lg max-h-[calc(100dvh-1.5rem)] animate-arrive overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-panel shadow-2xl sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2'

interface ModalProps {
  onClose: () => void
  /** An `alertdialog` closes only through its buttons, not by a tap on the backdrop. */
  role?: 'dialog' | 'alertdialog'
  /** Names the dialog instead of a `ModalTitle`. With a label, the page behind is not dimmed. */
  label?: string
  /** The id of the text that describes the dialog. */
  describedBy?: string
  /** The element focused when the dialog opens; by default the dialog. */
  firstFocus?: RefObject<HTMLElement | null>
  /** Fills the whole window with white. */
  bright?: boolean
  className?: string
  children: ReactNode
}

/**
 * A dialog over the page, open while mounted. Its children contain a `ModalTitle`, unless it has a
 * `label`. The browser makes the page inert, closes the dialog on Escape and returns the focus;
 * 'back' closes it too (layers.ts).
 */
export function Modal({
  onClose,
  role = 'dialog',
  label,
  describedBy,
  firstFocus,
  bright = false,
  className,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const notifyClosed = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    element.showModal()
    raiseToasts()
    const first = firstFocus?.current ?? element
    first.focus({ preventScroll: true })
    // Listen to both events: `close` is too late for a key pressed right after Escape; `cancel` may
    // be missing, and also bubbles from file inputs.
    const onClosed = ({ target }: Event) => {
      if (target !== element) return
      // Close before React's commit, which would keep the focus in a toast.
      element.close()
      notifyClosed()
    }
    const events = ['cancel', 'close'] as const
    for (const event of events) element.addEventListener(event, onClosed)
    const endLayer = openLayer(() => {
      element.close()
      notifyClosed()
    })
    return () => {
      endLayer()
      for (const event of events) element.removeEventListener(event, onClosed)
      element.close()
      raiseToasts()
    }
  }, [firstFocus])
  return createPortal(
    <dialog
      ref={dialog}
      role={role}
      data-bright={bright || undefined}
      aria-label={label}
      aria-labelledby={label === undefined ? titleId : undefined}
      aria-describedby={describedBy}
      tabIndex={-1}
      className={classes(
        'fixed inset-0 size-full max-h-none max-w-none text-ink outline-none backdrop:bg-transparent',
        label === undefined ? 'bg-sky/80' : 'bg-transparent',
      )}
    >
      {role === 'dialog' && <Backdrop onTap={onClose} />}
      <div className={className}>
        <ModalTitleId value={titleId}>{children}</ModalTitleId>
      </div>
    </dialog>,
    document.body,
  )
}

export function ModalTitle({ children, ...props }: ComponentProps<'h2'>) {
  return (
    <h2 {...props} id={use(ModalTitleId)}>
      {children}
    </h2>
  )
}

/**
 * Covers the screen behind a layer; a tap on it closes the layer. Hidden from assistive technology:
 * the keyboard has Escape.
 */
function Backdrop({ onTap }: { onTap: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      onClick={onTap}
      className="fixed inset-0 size-full cursor-default"
    />
  )
}

/** A dialog with its title and the button that closes it. */
export function TitledDialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Modal onClose={onClose} className={BOTTOM_POSITION}>
      <div className="mb-4 flex items-center justify-between gap-3">
        <ModalTitle className="text-[min(1.25rem,6.5vw)] font-bold wrap-anywhere">
          {title}
        </ModalTitle>
        <CloseButton onClose={onClose} className="hover:bg-raised" />
      </div>
      {children}
    </Modal>
  )
}

export function CloseButton({ onClose, className }: { onClose: () => void; className: string }) {
  return (
    <button
      type="button"
      onClick={onClose}
      aria-label={commonTexts.close}
      className={classes(
        'grid size-12 shrink-0 cursor-pointer place-items-center rounded-full',
        className,
      )}
    >
      <X aria-hidden className="size-6" />
    </button>
  )
}

interface ConfirmationProps {
  title: string
  text: string
  /** The label of the confirming button, in the imperative. */
  confirm: string
  /** The confirming button's look; use `primary` only if the action can be undone. */
  tone?: 'danger' | 'primary'
  /** Enables the confirming button; false while a required input is missing. */
  ready?: boolean
  busy: boolean
  /** Why the last attempt failed. */
  error?: string | undefined
  /**
   * Receives a function that closes the dialog. Call it once the action succeeded, or failed with
   * an error shown elsewhere.
   */
  onConfirm: (close: () => void) => void
  onClose: () => void
  /** Input fields, shown above the buttons. */
  children?: ReactNode
}

/** Asks for a confirmation. Open while mounted. */
export function Confirmation(props: ConfirmationProps) {
  const {
    title,
    text,
    confirm,
    tone = 'danger',
    ready = true,
    busy,
    error,
    onConfirm,
    onClose,
    children,
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const textId = useId()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (ready && !busy) onConfirm(onClose)
  }
  return (
    <Modal
      role="alertdialog"
      describedBy={textId}
      firstFocus={cancel}
      onClose={onClose}
      className={BOTTOM_POSITION}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ModalTitle className="text-xl font-bold">{title}</ModalTitle>
        <p id={textId} className="text-soft">
          {text}
        </p>
        {children}
        <p role="alert" className="text-danger empty:hidden">
          {error}
        </p>
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button type="submit" variant={tone} busy={busy} disabled={!ready} className="sm:flex-1">
            {confirm}
          </Button>
          <Button ref={cancel} variant="secondary" className="sm:flex-1" onClick={onClose}>
            {commonTexts.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface ConfirmDialogProps extends Omit<ConfirmationProps, 'onClose'> {
  /** The button that opens the dialog. */
  trigger: ReactElement<ComponentProps<typeof Button>>
  onOpen?: () => void
}

/** A button whose action is confirmed in a dialog. */
export function ConfirmDialog({ trigger, onOpen, ...confirmation }: ConfirmDialogProps) {
  const [isOpen, setOpen] = useState(false)
  function open(): void {
    onOpen?.()
    setOpen(true)
  }
  return (
    <>
      {cloneElement(trigger, { 'aria-haspopup': 'dialog', onClick: open })}
      {isOpen && <Confirmation {...confirmation} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A dialog whose chunk is loaded when it is first opened. If that fails, `notLoaded` is shown. */
export function useLazyDialog<Props>(load: () => Promise<ComponentType<Props>>, notLoaded: string) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  function open(): void {
    setOpen(true)
    if (Loaded !== null || isOpen) return
    load().then(
      (loaded) => setLoaded(() => loaded),
      () => {
        setOpen(false)
        toast.error(notLoaded)
      },
    )
  }
  return {
    open,
    close,
    isOpen,
    isLoading: isOpen && Loaded === null,
    Dialog: isOpen ? Loaded : null,
  }
}
