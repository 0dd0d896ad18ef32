/** A field of the earlier screen keeps what was typed into it even when it is no longer in the page. */
type Field = HTMLInputElement

function setTyped(field: Field, value: string): void {
  // React overrides the setter of its own inputs, and would take the new value for one that it knows.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function carryField(from: Field, to: Field | undefined, hadFocus: boolean): void {
  if (to === undefined || from.name !== to.name) return
  if (from.value !== to.value) setTyped(to, from.value)
  if (!hadFocus) return
  to.focus({ preventScroll: true })
  if (from.selectionStart !== null) to.setSelectionRange(from.selectionStart, from.selectionEnd)
}

declare global {
  interface Window {
    /** Set by the script in the page's head: the button of a ready screen that was pressed last. */
    pressedEarly?: Element
    notePressed?: (event: MouseEvent) => void
  }
}

/** Presses the button that was pressed while nothing listened. */
function repeatPress(before: readonly unknown[], now: readonly HTMLElement[]): void {
  if (window.notePressed !== undefined) window.removeEventListener('click', window.notePressed)
  const { pressedEarly } = window
  delete window.pressedEarly
  if (pressedEarly === undefined) return
  const same = now[before.indexOf(pressedEarly)]
  // Once what was typed is in the form's state.
  if (same?.textContent === pressedEarly.textContent) setTimeout(() => same?.click())
}

/** The links and buttons of a screen: what may have been pressed or reached by keyboard. Fields keep more than that. */
const reachedIn = (part: Element) => [...part.querySelectorAll<HTMLElement>('a[href], button')]

const cssAnimations = () => document.getAnimations().filter((one) => one instanceof CSSAnimation)

/**
 * Remembers the screen that stands in the page before React, for React to replace it unnoticed. Returns a function to call once the same screen
 * has been rendered in its place: what was typed or pressed meanwhile, the focus and the phase of its animations are carried over.
 */
export function rememberReadyScreen(root: HTMLElement): () => void {
  const screen = root.querySelector('[data-screen]')
  if (screen === null) return () => {}
  const fields = [...screen.querySelectorAll('input')]
  const reached: readonly unknown[] = reachedIn(screen)
  const startedAt = cssAnimations().map(({ animationName, startTime }) => ({ animationName, startTime }))
  let focused: EventTarget | null = document.activeElement
  const noteFocus = ({ target }: Event) => {
    focused = target
  }
  root.addEventListener('focusin', noteFocus)
  return () => {
    root.removeEventListener('focusin', noteFocus)
    const own = [...root.querySelectorAll('input')]
    for (const [index, field] of fields.entries()) carryField(field, own[index], field === focused)
    const reachable = reachedIn(root)
    // None where a field has the focus, or nothing.
    reachable[reached.indexOf(focused)]?.focus({ preventScroll: true })
    repeatPress(reached, reachable)
    for (const { animationName, startTime } of startedAt) {
      const same = cssAnimations().find((one) => one.animationName === animationName && one.startTime === null)
      if (same !== undefined && startTime !== null) same.startTime = startTime
    }
  }
}
