import { X } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { commonTexts } from '#texts/common'
import { classes } from './classes'
import { raiseToasts } from './lazy-toasts'

const ModalIds = createContext({ title: '', text: '' })

/** Class names of a dialog: at the lower edge, within reach of the thumb; centred on wide screens. */
export const SHEET =
  'fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] mx-auto max-w-lg max-h-[calc(100dvh-1.5rem)] animate-arrive overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-5 shadow-2xl sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2'

interface ModalProps {
  onClose: () => void
  /** An `alertdialog` closes only through its buttons, not by a tap on the backdrop. */
  role?: 'dialog' | 'alertdialog'
  /** True when a `ModalText` describes the dialog. */
  described?: boolean
  /** The element focused when the dialog opens; by default the dialog. */
  firstFocus?: RefObject<HTMLElement | null>
  className?: string
  children: ReactNode
}

/**
 * A dialog over the page, open while mounted. Its children must contain a `ModalTitle`. The browser holds the page beneath, closes it
 * by Escape and by Android's back gesture, and returns the focus.
 */
export function Modal({ onClose, role = 'dialog', described = false, firstFocus, className, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const ids = { title: `${id}title`, text: `${id}text` }
  const names = { role, 'aria-labelledby': ids.title, 'aria-describedby': described ? ids.text : undefined }
  const tellClosed = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    element.showModal()
    raiseToasts()
    const first = firstFocus?.current ?? element
    first.focus({ preventScroll: true })
    // `close` comes a moment late for a key pressed right after Escape; `cancel` may be left out, and comes from file inputs too.
    const onClosed = ({ target }: Event) => {
      if (target !== element) return
      // Before React's commit, which keeps the focus in a toast.
      element.close()
      tellClosed()
    }
    const events = ['cancel', 'close'] as const
    for (const event of events) element.addEventListener(event, onClosed)
    return () => {
      for (const event of events) element.removeEventListener(event, onClosed)
      element.close()
      raiseToasts()
    }
  }, [firstFocus])
  return createPortal(
    <dialog
      ref={dialog}
      {...names}
      tabIndex={-1}
      className="fixed inset-0 size-full max-h-none max-w-none bg-sky/80 text-ink outline-none backdrop:bg-transparent"
    >
      {role === 'dialog' && <Backdrop onTap={onClose} />}
      <div className={className}>
        <ModalIds value={ids}>{children}</ModalIds>
      </div>
    </dialog>,
    document.body,
  )
}

export function ModalTitle({ children, ...props }: ComponentProps<'h2'>) {
  return (
    <h2 {...props} id={use(ModalIds).title}>
      {children}
    </h2>
  )
}

export function ModalText(props: ComponentProps<'p'>) {
  return <p {...props} id={use(ModalIds).text} />
}

/** Covers the screen behind a layer; a tap on it closes the layer. Hidden from assistive technology: the keyboard has Escape. */
export function Backdrop({ onTap }: { onTap: () => void }) {
  return <button type="button" tabIndex={-1} aria-hidden onClick={onTap} className="fixed inset-0 size-full cursor-default" />
}

export function ModalHeading({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <div className="mb-4 flex items-center justify-between gap-3">
      <ModalTitle className="text-[min(1.25rem,6.5vw)] font-bold">{title}</ModalTitle>
      <CloseButton onClose={onClose} className="hover:bg-raised" />
    </div>
  )
}

export function CloseButton({ onClose, className }: { onClose: () => void; className: string }) {
  return (
    <button
      type="button"
      onClick={onClose}
      aria-label={commonTexts.close}
      className={classes('grid size-12 shrink-0 cursor-pointer place-items-center rounded-full', className)}
    >
      <X aria-hidden className="size-6" />
    </button>
  )
}
