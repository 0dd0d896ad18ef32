function setTyped(field: HTMLInputElement, value: string): void {
  // Use the native setter: React overrides it on its inputs and would treat the new value as known.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Copies an input's state to its replacement; detached inputs keep their value. */
function carryInput(
  from: HTMLInputElement,
  to: HTMLInputElement | undefined,
  hadFocus: boolean,
): void {
  if (to === undefined || from.name !== to.name) return
  // If nothing was typed, keep the new value: it may be text from before the page was dropped.
  if (from.value !== '' && from.value !== to.value) setTyped(to, from.value)
  if (!hadFocus) return
  to.focus({ preventScroll: true })
  if (from.selectionStart !== null) to.setSelectionRange(from.selectionStart, from.selectionEnd)
}

let keptPath: string | null = null

/** True if this address started with its kept screen, before the app's code ran. */
export const wasKept = (path: string) => path === keptPath

/** Repeats a button press from before the app's code ran. */
function repeatPress(before: readonly unknown[], now: readonly HTMLElement[]): void {
  if (window.rememberPress !== undefined) window.removeEventListener('click', window.rememberPress)
  const { pressedEarly } = window
  delete window.pressedEarly
  if (pressedEarly === undefined) return
  const isSame = (one: HTMLElement | undefined) => one?.textContent === pressedEarly.textContent
  const atSamePlace = now[before.indexOf(pressedEarly)]
  const [same, other] = isSame(atSamePlace) ? [atSamePlace] : now.filter(isSame)
  // Click after the carried values have reached the form's state.
  if (other === undefined) setTimeout(() => same?.click())
}

/** Elements that may have been pressed or focused, besides inputs. */
const controlsIn = (part: Element) => [...part.querySelectorAll<HTMLElement>('a[href], button')]

const cssAnimations = () => document.getAnimations().filter((one) => one instanceof CSSAnimation)

/**
 * Remembers a ready screen, which is in the page before React renders. Returns a function to call
 * once React has rendered the same screen instead: it carries over typed text, opened details,
 * presses, the focus and animation phases.
 */
export function rememberReadyScreen(root: HTMLElement): () => void {
  const screen = root.querySelector('[data-screen]')
  if (screen === null) return () => {}
  if (screen instanceof HTMLElement && screen.dataset.screen === 'kept')
    keptPath = window.location.pathname
  const inputs = [...screen.querySelectorAll('input')]
  const details = [...screen.querySelectorAll('details')]
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
    for (const [index, part] of [...root.querySelectorAll('details')].entries())
      if (details[index]?.open === true) part.open = true
    const newControls = controlsIn(root)
    // No control is found if an input or nothing has the focus.
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
