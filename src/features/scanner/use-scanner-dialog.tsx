import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { scannerTexts } from '#texts/scanner'
import { onScannerRequest } from '../../session/scanner-intent'
import { focusScreenHeading } from '../../ui/focus-heading'
import { useLazyDialog } from '../../ui/lazy-dialog'
import { allowSound } from '../../ui/signal'

const loadScanner = async () => (await import('./scanner')).ScannerDialog

/** The scanner, whose chunk is loaded on the first tap. Also opens on a request from `scanner-intent`. */
export function useScannerDialog() {
  const { open: show, close, isOpen, isLoading, Dialog } = useLazyDialog(loadScanner, scannerTexts.notLoaded)
  const [buttons] = useState(() => new Set<HTMLElement>())
  const navigated = useRef(false)
  const done = useCallback(() => {
    navigated.current = true
    close()
  }, [close])
  // The closing dialog returns the focus to the button; on a new screen it belongs to the heading.
  useEffect(() => {
    if (isOpen || !navigated.current) return
    navigated.current = false
    return focusScreenHeading()
  }, [isOpen])
  /** The visible one of the buttons gets the focus back on close. */
  function openFromButton() {
    // Safari focuses no button that is tapped, and what had the focus before the dialog gets it back.
    ;[...buttons].find((button) => button.checkVisibility())?.focus({ preventScroll: true })
    show()
  }
  const showRequested = useEffectEvent(openFromButton)
  useEffect(() => onScannerRequest(() => showRequested()), [])
  /** The ref callback of every button that opens the scanner. */
  const registerButton = useCallback(
    (button: HTMLElement | null) => {
      if (button === null) return
      buttons.add(button)
      return () => void buttons.delete(button)
    },
    [buttons],
  )
  return {
    open() {
      allowSound()
      openFromButton()
    },
    registerButton,
    loading: isLoading,
    dialog: Dialog && <Dialog onClose={close} onDone={done} />,
  }
}
