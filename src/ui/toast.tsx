import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { createObservable } from '#lib/observable'

interface ToastMessage {
  readonly kind: 'success' | 'error'
  readonly text: string
}

let queued: readonly ToastMessage[] = []
let show: ((message: ToastMessage) => void) | null = null
/** True once there has been a message. */
const requested = createObservable(false)

function push(message: ToastMessage): void {
  if (show !== null) {
    show(message)
    return
  }
  queued = [...queued, message]
  requested.set(true)
}

/**
 * Shows a message briefly. The toaster's chunk is loaded with the first message, because most
 * visits have none.
 */
export const toast = {
  success: (text: string): void => push({ kind: 'success', text }),
  error: (text: string): void => push({ kind: 'error', text }),
}

/**
 * Registers the function that shows messages and passes it those already queued. Returns a function
 * that unregisters it.
 */
export function registerToaster(showOne: (message: ToastMessage) => void): () => void {
  show = showOne
  for (const message of queued) showOne(message)
  queued = []
  return () => {
    show = null
  }
}

const DURATION_MS = 4_000

/** Shows only the newest toast. Used when the chunk of the full toaster could not be loaded. */
function FallbackToasts() {
  const [message, setMessage] = useState<ToastMessage | null>(null)
  useEffect(() => registerToaster(setMessage), [])
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => setMessage(null), DURATION_MS)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+4.75rem)] z-30 grid justify-items-end md:bottom-6"
    >
      {message !== null && (
        <p className="rounded-control border border-edge bg-raised px-4 py-3 font-medium shadow-2xl">
          {message.text}
        </p>
      )}
    </div>
  )
}

const Toasts = lazy(async (): Promise<{ default: () => ReactNode }> => {
  try {
    return { default: (await import('./toaster')).Toasts }
  } catch {
    // On a first visit without a network the chunk is not cached.
    return { default: FallbackToasts }
  }
})

const HOST = 'data-toasts'

function createHost(): HTMLElement {
  const host = document.createElement('div')
  host.setAttribute(HOST, '')
  document.body.append(host)
  return host
}

/** The dialog or menu on top, else the page: everything outside it is inert. */
export function topLayer(): Element {
  return [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
}

/** Moves the toasts into the dialog or menu on top, if any. */
export function raiseToasts(): void {
  const host = document.querySelector(`[${HOST}]`)
  if (host !== null) topLayer().append(host)
}

/** Mounts the toaster at the first toast. */
export function LazyToasts() {
  const isRequested = useSyncExternalStore(requested.subscribe, requested.get)
  const [host] = useState(createHost)
  return createPortal(<Suspense>{isRequested && <Toasts />}</Suspense>, host)
}
