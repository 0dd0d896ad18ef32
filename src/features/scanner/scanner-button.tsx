import { LoaderCircle, ScanLine } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { scannerTexts } from '#i18n/scanner'
import { onScannerRequest } from '../../session/scanner-intent'
import { buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { allowSound } from '../../ui/signal'
import { toast } from '../../ui/toast'
import type { ScannerDialogProps } from './scanner-dialog'

/** Opens the scanner, within reach of the thumb. The scanner's chunk is loaded on the first tap. */
export function ScannerButton() {
  const [Scanner, setScanner] = useState<ComponentType<ScannerDialogProps> | null>(null)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
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
  function press() {
    allowSound()
    show()
  }
  const close = useCallback(() => setOpen(false), [])
  const showRequested = useEffectEvent(show)
  useEffect(() => onScannerRequest(() => showRequested()), [])
  return (
    <>
      {/* Spacer that keeps the button clear of the end of the screen. */}
      <div aria-hidden className="h-[calc(4.5rem+env(safe-area-inset-bottom))]" />
      <button
        ref={button}
        type="button"
        onClick={press}
        aria-haspopup="dialog"
        data-under-thumb=""
        aria-busy={loading || undefined}
        className={classes(
          buttonClasses(),
          'fixed bottom-[calc(1rem+env(safe-area-inset-bottom))] left-1/2 z-20 min-h-14 -translate-x-1/2 rounded-full px-7 text-lg shadow-[0_0.5rem_2rem_#000a] hover:bg-accent',
        )}
      >
        {loading ? <LoaderCircle aria-hidden className="size-6 animate-spin" /> : <ScanLine aria-hidden className="size-6" />}
        {scannerTexts.open}
      </button>
      {open && Scanner !== null && <Scanner onClose={close} opener={button} />}
    </>
  )
}
