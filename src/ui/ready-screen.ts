function setTyped(field: HTMLInputElement, value: string): void {
  // React overrides the setter of its own inputs, and would take the new value for one that it knows.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** An input that is no longer in the page keeps its value. */
function carryInput(
  from: HTMLInputElement,
  to: HTMLInputElement | undefined,
  hadFocus: boolean,
): void {
  if (to === undefined || from.name !== to.name) return
  // Where nothing was typed, the screen may have begun with what was typed before its page was dropped.
  if (from.value !== '' && from.value !== to.value) setTyped(to, from.value)
  if (!hadFocus) return
  to.focus({ preventScroll: true })
  if (from.selectionStart !== null) to.setSelectionRange(from.selectionStart, from.selectionEnd)
}

let keptPath: string | null = null

/** True for an address whose screen stood there before the app's code ran, as it was last seen. */
export const wasKept = (path: string) => path === keptPath

/** Presses the button that was pressed before the app's code ran. */
function repeatPress(before: readonly unknown[], now: readonly HTMLElement[]): void {
  if (window.rememberPress !== undefined) window.removeEventListener('click', window.rememberPress)
  const { pressedEarly } = window
  delete window.pressedEarly
  if (pressedEarly === undefined) return
  const isSame = (one: HTMLElement | undefined) => one?.textContent === pressedEarly.textContent
  const atSamePlace = now[before.indexOf(pressedEarly)]
  const [same, other] = isSame(atSamePlace) ? [atSamePlace] : now.filter(isSame)
  // Once the carried values are in the form's state.
  if (other === undefined) setTimeout(() => same?.click())
}

/** Elements that may have been pressed or focused, besides inputs. */
const controlsIn = (part: Element) => [...part.querySelectorAll<HTMLElement>('a[href], button')]

const cssAnimations = () => document.getAnimations().filter((one) => one instanceof CSSAnimation)

/**
 * Remembers a ready screen, which is in the page before React. Returns a function to call once React has rendered the same screen in its
 * place: it carries over what was typed or pressed meanwhile, the focus and the phase of the animations.
 */
export function rememberReadyScreen(root: HTMLElement): () => void {
  const screen = root.querySelector('[data-screen]')
  if (screen === null) return () => {}
  if (screen instanceof HTMLElement && screen.dataset.screen === 'kept')
    keptPath = window.location.pathname
  const inputs = [...screen.querySelectorAll('input')]
  const controls: readonly unknown[] = controlsIn(screen)
  const startedAt = cssAnimations().map(({ animationName, startTime }) => ({
    animationName,
    startTime,
  }))
  let focused: EventTarget | null = document.activeElement
  const trackFocus = ({ target }: Event) => {
    focused = target
  }
  root.addEventListener('focusin', trackFocus)
  return () => {
    root.removeEventListener('focusin', trackFocus)
    const newInputs = [...root.querySelectorAll('input')]
    for (const [index, input] of inputs.entries())
      carryInput(input, newInputs[index], input === focused)
    const newControls = controlsIn(root)
    // None where an input has the focus, or nothing.
    newControls[controls.indexOf(focused)]?.focus({ preventScroll: true })
    repeatPress(controls, newControls)
    for (const { animationName, startTime } of startedAt) {
      const same = cssAnimations().find(
        (one) => one.animationName === animationName && one.startTime === null,
      )
      if (same !== undefined && startTime !== null) same.startTime = startTime
    }
  }
}
