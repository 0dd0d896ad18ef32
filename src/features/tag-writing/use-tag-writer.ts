import { useCallback, useEffect, useRef, useState } from 'react'
import type { Phase } from './tag-phase'
import { createTagWriter, type TagWriter } from './tag-writer'
import { findWebNfc, nfcPermission } from './web-nfc'

const DONE_VIBRATION_MS = 80

interface Hooks {
  /** The tag to write next; null where there is none. */
  readonly nfcId: string | null
  readonly onVerified: (nfcId: string) => void
  readonly onLocked: (nfcId: string) => void
}

function vibrate(): void {
  if ('vibrate' in navigator) navigator.vibrate(DONE_VIBRATION_MS)
}

/** NFC for as long as the screen is there and can be seen; null where the browser has none. */
export function useTagWriter({ nfcId, onVerified, onLocked }: Hooks): { phase: Phase; writer: TagWriter | null } | null {
  const Reader = findWebNfc()
  const [phase, setPhase] = useState<Phase>({ is: 'asleep' })
  const [writer, setWriter] = useState<TagWriter | null>(null)
  const handlers = useRef({ onVerified, onLocked })
  useEffect(() => {
    handlers.current = { onVerified, onLocked }
  }, [onVerified, onLocked])

  const create = useCallback((NdefReader: NonNullable<typeof Reader>) => {
    return createTagWriter({
      Reader: NdefReader,
      origin: window.location.origin,
      permission: nfcPermission,
      onPhase: setPhase,
      onVerified: (id) => {
        vibrate()
        handlers.current.onVerified(id)
      },
      onLocked: (id) => {
        vibrate()
        handlers.current.onLocked(id)
      },
    })
  }, [])

  useEffect(() => {
    if (Reader === null) return
    const made = create(Reader)
    setWriter(made)
    let over = false
    async function startWhereAllowed() {
      const allowed = (await nfcPermission()) === 'granted'
      if (allowed && !over && document.visibilityState === 'visible') await made.start()
    }
    const onVisibility = () => (document.visibilityState === 'visible' ? void startWhereAllowed() : made.pause())
    document.addEventListener('visibilitychange', onVisibility)
    void startWhereAllowed()
    return () => {
      over = true
      document.removeEventListener('visibilitychange', onVisibility)
      made.stop()
    }
  }, [Reader, create])

  useEffect(() => writer?.aim(nfcId), [writer, nfcId])

  return Reader === null ? null : { phase, writer }
}
