import { type ComponentType, type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { scannerTexts } from '#i18n/scanner'
import { onScannerRequest } from '../../session/scanner-intent'
import { focusScreenHeading } from '../../ui/focus-heading'
import { allowSound } from '../../ui/signal'
import { toast } from '../../ui/toast'
import type { ScannerDialogProps } from './scanner-dialog'

interface ScannerControl {
  /** Opens the scanner. `from` is the pressed button, which gets the focus back on close. */
  readonly open: (from: HTMLElement) => void
  /** True while the scanner's chunk is loading. */
  readonly loading: boolean
  readonly dialog: ReactNode
}

/** The scanner, whose chunk is loaded on the first tap. Also opens on a request from `scanner-intent`. */
export function useScannerDialog(): ScannerControl {
  const [Scanner, setScanner] = useState<ComponentType<ScannerDialogProps> | null>(null)
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)
  const loading = open && Scanner === null

  function show() {
    if (loading) return
    setOpen(true)
    if (Scanner !== null) return
    import('./scanner-dialog').then(
      ({ ScannerDialog }) => setScanner(() => ScannerDialog),
      () => {
        setOpen(false)
        toast.error(scannerTexts.notLoaded)
      },
    )
  }
  const close = useCallback(() => setOpen(false), [])
  const navigated = useRef(false)
  const done = useCallback(() => {
    navigated.current = true
    setOpen(false)
  }, [])
  // The closing dialog returns the focus to the button; on a new screen it belongs to the heading.
  useEffect(() => {
    if (open || !navigated.current) return
    navigated.current = false
    return focusScreenHeading()
  }, [open])
  const showRequested = useEffectEvent(show)
  useEffect(() => onScannerRequest(() => showRequested()), [])
  return {
    open(from) {
      opener.current = from
      allowSound()
      show()
    },
    loading,
    dialog: open && Scanner !== null && <Scanner onClose={close} onDone={done} opener={opener} />,
  }
}
