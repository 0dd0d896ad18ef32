/** One short message at the screen's edge. */
export interface ToastMessage {
  readonly kind: 'success' | 'error'
  readonly text: string
}

let waiting: readonly ToastMessage[] = []
let show: ((message: ToastMessage) => void) | null = null
let wanted = false
const listeners = new Set<() => void>()

function push(message: ToastMessage): void {
  if (show !== null) {
    show(message)
    return
  }
  waiting = [...waiting, message]
  wanted = true
  for (const listener of listeners) listener()
}

/** Tells a person something, once; what shows it is loaded with the first message, because most visits begin without one. */
export const toast = {
  success: (text: string): void => push({ kind: 'success', text }),
  error: (text: string): void => push({ kind: 'error', text }),
}

/** Hands all messages, those that wait too, to what shows them; answers how to end that. */
export function takeToasts(showOne: (message: ToastMessage) => void): () => void {
  show = showOne
  for (const message of waiting) showOne(message)
  waiting = []
  return () => {
    show = null
  }
}

/** Whether there was a message yet. */
export function toastsWanted(): boolean {
  return wanted
}

export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
