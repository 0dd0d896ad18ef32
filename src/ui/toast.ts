import { createObservable, type Observable } from '#lib/observable'

export interface ToastMessage {
  readonly kind: 'success' | 'error'
  readonly text: string
}

let waiting: readonly ToastMessage[] = []
let show: ((message: ToastMessage) => void) | null = null
const requested = createObservable(false)

function push(message: ToastMessage): void {
  if (show !== null) {
    show(message)
    return
  }
  waiting = [...waiting, message]
  requested.set(true)
}

/** Shows a message briefly. The toaster's chunk is loaded with the first message, because most visits have none. */
export const toast = {
  success: (text: string): void => push({ kind: 'success', text }),
  error: (text: string): void => push({ kind: 'error', text }),
}

/** Registers the function that shows messages and passes it those already queued. Returns an unsubscribe function. */
export function takeToasts(showOne: (message: ToastMessage) => void): () => void {
  show = showOne
  for (const message of waiting) showOne(message)
  waiting = []
  return () => {
    show = null
  }
}

/** True once there has been a message. */
export const toastsRequested: Observable<boolean> = requested
