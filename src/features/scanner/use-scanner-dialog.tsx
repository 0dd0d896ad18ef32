import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { createEmitter } from '#lib/observable'
import { scannerTexts } from '#texts/scanner'
import { useLazyDialog } from '../../ui/dialog'
import { focusScreenHeading } from '../../ui/focus'
import { allowSound } from '../../ui/signal'

/** Emitted by a screen that needs the scanner, which the layout opens. */
export const scannerRequests = createEmitter()

const loadScanner = async () => (await import('./scanner')).ScannerDialog

/**
 * The scanner, whose chunk is loaded on the first tap. Also opens on a request of the screen.
 * Buttons that open it have the attribute `data-scan`.
 */
export function useScannerDialog() {
  const {
    open: show,
    close,
    isOpen,
    isLoading,
    Dialog,
  } = useLazyDialog(loadScanner, scannerTexts.notLoaded)
  const navigated = useRef(false)
  const done = useCallback(() => {
    navigated.current = true
    close()
  }, [close])
  // The closing dialog returns the focus to the button, but a new screen needs it on the heading.
  useEffect(() => {
    if (isOpen || !navigated.current) return
    navigated.current = false
    return focusScreenHeading()
  }, [isOpen])
  /** Opens the scanner. First focuses its visible button, which gets the focus back on close. */
  function openFromButton() {
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-scan]')]
    // Safari doesn't focus tapped buttons, so the focus would return to the element focused before.
    buttons.find((button) => button.getClientRects().length > 0)?.focus({ preventScroll: true })
    show()
  }
  const showRequested = useEffectEvent(openFromButton)
  useEffect(() => scannerRequests.subscribe(() => showRequested()), [])
  return {
    open() {
      allowSound()
      openFromButton()
    },
    loading: isLoading,
    dialog: Dialog && <Dialog onClose={close} onDone={done} />,
  }
}
