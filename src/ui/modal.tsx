import { X } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, type RefObject, use, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { commonTexts } from '#texts/common'
import { classes } from './classes'
import { useModalLayer } from './use-modal-layer'

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
  firstFocus?: RefObject<HTMLElement | null>
  returnFocus?: RefObject<HTMLElement | null>
  className?: string
  children: ReactNode
}

/** A dialog over the page, open while mounted. Its children must contain a `ModalTitle`. */
export function Modal({ onClose, role = 'dialog', described = false, className, children, ...focus }: ModalProps) {
  const layer = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const id = useId()
  const ids = { title: `${id}title`, text: `${id}text` }
  const names = { role, 'aria-modal': true, 'aria-labelledby': ids.title, 'aria-describedby': described ? ids.text : undefined }
  useModalLayer({ layer, firstFocus: content, onClose, ...focus })
  return createPortal(
    <div ref={layer} data-layer="" className="relative z-30">
      <div className="fixed inset-0 bg-sky/80" />
      {role === 'dialog' && <Backdrop onTap={onClose} />}
      <div ref={content} {...names} tabIndex={-1} className={classes('outline-none', className)}>
        <ModalIds value={ids}>{children}</ModalIds>
      </div>
    </div>,
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
