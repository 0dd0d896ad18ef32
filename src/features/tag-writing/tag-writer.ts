import { useEffect, useMemo, useState } from 'react'
import { publicOrigin } from '../../api/queries'
import { findWebNfc, type NdefWriter, nfcPermission } from '../../scanner/web-nfc'
import { vibrate } from '../../ui/signal'
import { createTagDevice, sameContent, type TagContent, tagAddress } from './tag-device'

/** Why NFC is unavailable: permission refused, switched off, no hardware, or an unknown reason. */
type Blocker = 'refused' | 'off' | 'missing' | 'unknown'

/** Why the person has to present the tag again. */
type TagProblem = 'lost' | 'mismatch' | 'unreadable' | 'unsuitable'

export type Phase =
  | { readonly is: 'stopped' }
  | { readonly is: 'starting' }
  | { readonly is: 'blocked'; readonly by: Blocker }
  | { readonly is: 'ready'; readonly problem: TagProblem | null }
  | { readonly is: 'writing' }
  /** Written; reading the tag back to verify it. */
  | { readonly is: 'checking'; readonly nfcId: string }
  /** The tag has content, which is not overwritten without confirmation. */
  | { readonly is: 'occupied'; readonly content: TagContent }
  /** The person has confirmed that this content may be replaced. */
  | { readonly is: 'replacing'; readonly content: TagContent }

const BLOCKERS: Readonly<Record<string, Blocker>> = {
  NotAllowedError: 'refused',
  NotReadableError: 'off',
  NotSupportedError: 'missing',
}

/** The name of a DOMException, which Web NFC rejects with; empty for any other error. */
function errorName(reason: unknown): string {
  return reason instanceof DOMException ? reason.name : ''
}

function blockerOf(reason: unknown): Blocker {
  return BLOCKERS[errorName(reason)] ?? 'unknown'
}

interface TagWriterOptions {
  readonly Reader: new () => NdefWriter
  readonly origin: string
  readonly permission: () => Promise<PermissionState>
  readonly onPhase: (phase: Phase) => void
  /** Called after a tag was read back with the expected URL. */
  readonly onVerified: (nfcId: string) => void
}

/**
 * Writes tags one after another. Each step starts with a reading: a blank tag is written, read back and compared; one with
 * content requires confirmation first.
 */
export function createTagWriter({ Reader, origin, permission, onPhase, onVerified }: TagWriterOptions) {
  let phase: Phase = { is: 'stopped' }
  let target: string | null = null
  let lastVerified: string | null = null
  const device = createTagDevice({
    Reader,
    origin,
    onReading: react,
    onUnreadable: () => {
      if (phase.is === 'ready') setPhase({ is: 'ready', problem: 'unreadable' })
    },
  })

  function setPhase(next: Phase): void {
    phase = next
    onPhase(next)
  }

  async function listen(): Promise<boolean> {
    try {
      return await device.listen()
    } catch (reason) {
      setPhase({ is: 'blocked', by: blockerOf(reason) })
      return false
    }
  }

  function verified(nfcId: string): void {
    lastVerified = nfcId
    // `onVerified` sets the next target.
    target = null
    setPhase({ is: 'ready', problem: null })
    onVerified(nfcId)
  }

  async function write(nfcId: string, seen: TagContent): Promise<void> {
    setPhase({ is: 'writing' })
    try {
      // A blank tag may have been swapped for one with content.
      if (!(await device.write(tagAddress(nfcId, origin), seen.is !== 'blank'))) return
      setPhase({ is: 'checking', nfcId })
      await listen()
    } catch (reason) {
      setPhase(await afterFailure(reason))
    }
  }

  async function afterFailure(reason: unknown): Promise<Phase> {
    switch (errorName(reason)) {
      case 'NotAllowedError':
        if ((await permission()) === 'denied') return { is: 'blocked', by: 'refused' }
        return { is: 'occupied', content: { is: 'foreign', text: '' } }
      case 'NotReadableError':
        return { is: 'blocked', by: 'off' }
      case 'NotSupportedError':
        return { is: 'ready', problem: 'unsuitable' }
      default:
        return { is: 'ready', problem: 'lost' }
    }
  }

  /** Handles a tag presented while waiting for one. */
  function handle(content: TagContent): void {
    if (target === null) return
    const nfcId = content.is === 'own' ? content.nfcId : null
    if (nfcId === target) verified(target)
    else if (content.is === 'blank') void write(target, content)
    // The tag just written may still be in place.
    else if (nfcId === null || nfcId !== lastVerified) setPhase({ is: 'occupied', content })
  }

  function react(content: TagContent): void {
    switch (phase.is) {
      case 'stopped':
      case 'starting':
      case 'blocked':
      case 'writing':
        break
      case 'ready':
      case 'occupied':
        handle(content)
        break
      case 'checking':
        if (content.is === 'own' && content.nfcId === phase.nfcId) verified(phase.nfcId)
        else setPhase({ is: 'ready', problem: 'mismatch' })
        break
      case 'replacing':
        if (target !== null && sameContent(content, phase.content)) void write(target, content)
        else handle(content)
    }
  }

  return {
    /** Starts scanning, with a permission prompt if necessary. */
    async start(): Promise<void> {
      setPhase({ is: 'starting' })
      if (await listen()) setPhase({ is: 'ready', problem: null })
    },
    /** Stops scanning, for a hidden page; `start` resumes. */
    pause(): void {
      device.stop()
      setPhase({ is: 'stopped' })
    },
    stop: device.stop,
    /** Sets the tag to write next; null for none. A write in progress is not affected. */
    setTarget(nfcId: string | null): void {
      target = nfcId
    },
    /** Confirms that the tag's content may be replaced: reads the tag again and writes it if the content is unchanged. */
    replace(): void {
      if (phase.is !== 'occupied') return
      setPhase({ is: 'replacing', content: phase.content })
      void listen()
    },
    /** Cancels, and waits for a blank tag again. */
    cancel: () => setPhase({ is: 'ready', problem: null }),
  }
}
export type TagWriter = ReturnType<typeof createTagWriter>

/** Of a tag that is written (ms). */
const DONE_VIBRATION = [80]

/**
 * Runs NFC while the screen is mounted and visible; null if the browser has no Web NFC.
 * @param nfcId the tag to write next; null for none
 * @param onVerified must be stable: a new one would restart NFC
 */
export function useTagWriter(
  nfcId: string | null,
  onVerified: (nfcId: string) => void,
): { phase: Phase; writer: TagWriter } | null {
  const Reader = findWebNfc()
  const [phase, setPhase] = useState<Phase>({ is: 'stopped' })
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
    })
  }, [Reader, onVerified])

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

  useEffect(() => writer?.setTarget(nfcId), [writer, nfcId])

  return writer === null ? null : { phase, writer }
}
