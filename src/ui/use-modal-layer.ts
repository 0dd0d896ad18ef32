import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { useCloseRequest } from './use-close-request'

/** What stays usable under every layer, because it speaks for itself. */
const ALWAYS_THERE = 'data-above-layers'

/** Takes the rest of the page out of reach of keyboard, finger and screen reader; answers how to give it back. */
function holdOthers(layer: HTMLElement): () => void {
  const held = [...document.body.children].filter(
    (other): other is HTMLElement =>
      other instanceof HTMLElement && other !== layer && !other.inert && !other.hasAttribute(ALWAYS_THERE),
  )
  for (const other of held) other.inert = true
  return () => {
    for (const other of held) other.inert = false
  }
}

interface ModalLayer {
  /** A child of the body. */
  readonly layer: RefObject<HTMLElement | null>
  /** What has the focus when the layer opens. */
  readonly firstFocus: RefObject<HTMLElement | null>
  /** What has it when the layer is gone; else what had it before. */
  readonly returnFocus?: RefObject<HTMLElement | null> | undefined
  readonly onClose: () => void
}

/** Makes something that lies over the page the only thing there is: as long as whoever calls this is mounted. */
export function useModalLayer({ layer, firstFocus, returnFocus, onClose }: ModalLayer): void {
  const close = useEffectEvent(onClose)
  useCloseRequest(onClose)
  useLayoutEffect(() => {
    const element = layer.current
    if (element === null) return
    const after = returnFocus?.current ?? document.activeElement
    const release = holdOthers(element)
    firstFocus.current?.focus({ preventScroll: true })
    function onKeyDown(event: KeyboardEvent): void {
      // Of several layers only the topmost is not held.
      if (event.key !== 'Escape' || event.defaultPrevented || element?.inert === true) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      release()
      if (after instanceof HTMLElement) after.focus({ preventScroll: true })
    }
  }, [layer, firstFocus, returnFocus])
}
