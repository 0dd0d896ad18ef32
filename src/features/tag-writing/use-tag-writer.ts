import { useEffect, useMemo, useState } from 'react'
import { publicOrigin } from '../../api/queries'
import { findWebNfc, nfcPermission } from '../../scanner/web-nfc'
import { vibrate } from '../../ui/signal'
import type { Phase } from './tag-phase'
import { createTagWriter, type TagWriter } from './tag-writer'

/** Of a tag that is written or locked (ms). */
const DONE_VIBRATION = [80]

/** The functions must be stable: a new one would restart NFC. */
interface Hooks {
  /** The tag to write next; null for none. */
  readonly nfcId: string | null
  readonly onVerified: (nfcId: string) => void
  readonly onLocked: (nfcId: string) => void
}

/** Runs NFC while the screen is mounted and visible; null if the browser has no Web NFC. */
export function useTagWriter({ nfcId, onVerified, onLocked }: Hooks): { phase: Phase; writer: TagWriter } | null {
  const Reader = findWebNfc()
  const [phase, setPhase] = useState<Phase>({ is: 'asleep' })
  const writer = useMemo(() => {
    if (Reader === null) return null
    return createTagWriter({
      Reader,
      origin: publicOrigin.get(),
      permission: nfcPermission,
      onPhase: setPhase,
      onVerified: (id) => {
        vibrate(DONE_VIBRATION)
        onVerified(id)
      },
      onLocked: (id) => {
        vibrate(DONE_VIBRATION)
        onLocked(id)
      },
    })
  }, [Reader, onVerified, onLocked])

  useEffect(() => {
    if (writer === null) return
    const device = writer
    let over = false
    async function startWhereAllowed() {
      const allowed = (await nfcPermission()) === 'granted'
      if (allowed && !over && document.visibilityState === 'visible') await device.start()
    }
    const onVisibility = () => (document.visibilityState === 'visible' ? void startWhereAllowed() : device.pause())
    document.addEventListener('visibilitychange', onVisibility)
    void startWhereAllowed()
    return () => {
      over = true
      document.removeEventListener('visibilitychange', onVisibility)
      device.stop()
    }
  }, [writer])

  useEffect(() => writer?.aim(nfcId), [writer, nfcId])

  return writer === null ? null : { phase, writer }
}
