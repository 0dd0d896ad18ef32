import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { ABOVE_LAYERS } from './lost-focus'

declare global {
  interface Window {
    /** Chromium's API for Android's back gesture; undefined in other browsers. */
    readonly CloseWatcher?: new () => EventTarget & { destroy(): void }
  }
}

/** Lets Android's back gesture close a layer instead of leaving the screen below it. */
function useCloseRequest(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (window.CloseWatcher === undefined) return
    const watcher = new window.CloseWatcher()
    watcher.addEventListener('close', () => close())
    return () => watcher.destroy()
  }, [])
}

/** Makes the rest of the page inert. Returns a function that undoes it. */
function holdOthers(layer: HTMLElement): () => void {
  const held = [...document.body.children].filter(
    (other): other is HTMLElement =>
      other instanceof HTMLElement && other !== layer && !other.inert && !other.hasAttribute(ABOVE_LAYERS),
  )
  for (const other of held) other.inert = true
  return () => {
    for (const other of held) other.inert = false
  }
}

interface ModalLayer {
  /** The layer's element, a child of the body. */
  readonly layer: RefObject<HTMLElement | null>
  /** The element focused when the layer opens. */
  readonly firstFocus: RefObject<HTMLElement | null>
  /** The element focused when the layer closes; by default the one that was focused before. */
  readonly returnFocus?: RefObject<HTMLElement | null> | undefined
  readonly onClose: () => void
}

/** Makes a layer over the page modal while the calling component is mounted: everything else is inert, Escape closes it. */
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
      // With several layers open, only the topmost is not inert.
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
