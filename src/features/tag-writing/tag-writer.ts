import { useEffect, useMemo, useState } from 'react'
import { publicOrigin } from '../../api/queries'
import { findWebNfc, type NdefWriter, nfcPermission } from '../../scanner/web-nfc'
import { vibrate } from '../../ui/signal'
import { createTagDevice, sameContent, type TagContent, tagAddress } from './tag-device'

/** Why NFC is unavailable: permission refused, switched off, no hardware, or an unknown reason. */
type Blocker = 'refused' | 'off' | 'missing' | 'unknown'

/** Why the person has to present the tag again. */
type Trouble = 'lost' | 'mismatch' | 'unreadable' | 'unsuitable'

export type Phase =
  | { readonly is: 'asleep' }
  | { readonly is: 'starting' }
  | { readonly is: 'blocked'; readonly by: Blocker }
  | { readonly is: 'ready'; readonly trouble: Trouble | null }
  | { readonly is: 'writing' }
  /** Written; reading the tag back to verify it. */
  | { readonly is: 'checking'; readonly nfcId: string }
  /** The tag has content, which is not overwritten without confirmation. */
  | { readonly is: 'occupied'; readonly content: TagContent }
  /** The person has confirmed that this content may be replaced. */
  | { readonly is: 'replacing'; readonly content: TagContent }
  | { readonly is: 'locking'; readonly nfcId: string; readonly trouble: 'other-tag' | 'failed' | null }

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

interface Surroundings {
  readonly Reader: new () => NdefWriter
  readonly origin: string
  readonly permission: () => Promise<PermissionState>
  readonly onPhase: (phase: Phase) => void
  /** Called after a tag was read back with the expected URL. */
  readonly onVerified: (nfcId: string) => void
  readonly onLocked: (nfcId: string) => void
}

/**
 * Writes tags one after another. Each step starts with a reading: a blank tag is written, read back and compared; one with
 * content requires confirmation first.
 */
export function createTagWriter({ Reader, origin, permission, onPhase, onVerified, onLocked }: Surroundings) {
  let phase: Phase = { is: 'asleep' }
  let target: string | null = null
  let lastVerified: string | null = null
  let locking = false
  const device = createTagDevice({
    Reader,
    origin,
    onReading: react,
    onUnreadable: () => {
      if (phase.is === 'ready') become({ is: 'ready', trouble: 'unreadable' })
    },
  })

  function become(next: Phase): void {
    phase = next
    onPhase(next)
  }

  async function listen(): Promise<boolean> {
    try {
      return await device.listen()
    } catch (reason) {
      become({ is: 'blocked', by: blockerOf(reason) })
      return false
    }
  }

  function verified(nfcId: string): void {
    lastVerified = nfcId
    // `onVerified` sets the next target.
    target = null
    become({ is: 'ready', trouble: null })
    onVerified(nfcId)
  }

  async function write(nfcId: string, seen: TagContent): Promise<void> {
    become({ is: 'writing' })
    const message = { records: [{ recordType: 'url', data: tagAddress(nfcId, origin) }] }
    // With `overwrite: false` the device refuses if the tag was swapped for one with content.
    const overwrite = seen.is !== 'blank'
    const outcome = await device.withTag((reader, signal) => reader.write(message, { overwrite, signal }))
    switch (outcome.is) {
      case 'overtaken':
        return
      case 'failed':
        become(await afterFailure(outcome.reason))
        return
      case 'done':
        become({ is: 'checking', nfcId })
        await listen()
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
        return { is: 'ready', trouble: 'unsuitable' }
      default:
        return { is: 'ready', trouble: 'lost' }
    }
  }

  async function lockNow(nfcId: string): Promise<void> {
    locking = true
    const outcome = await device.withTag((reader, signal) => reader.makeReadOnly({ signal }))
    locking = false
    if (outcome.is === 'failed') become({ is: 'locking', nfcId, trouble: 'failed' })
    if (outcome.is !== 'done') return
    become({ is: 'ready', trouble: null })
    onLocked(nfcId)
  }

  /** Handles a tag presented while waiting for one. */
  function meet(content: TagContent): void {
    if (target === null) return
    const nfcId = content.is === 'own' ? content.nfcId : null
    if (nfcId === target) verified(target)
    else if (content.is === 'blank') void write(target, content)
    // The tag just written may still be in place.
    else if (nfcId === null || nfcId !== lastVerified) become({ is: 'occupied', content })
  }

  function react(content: TagContent): void {
    switch (phase.is) {
      case 'asleep':
      case 'starting':
      case 'blocked':
      case 'writing':
        break
      case 'ready':
      case 'occupied':
        meet(content)
        break
      case 'checking':
        if (content.is === 'own' && content.nfcId === phase.nfcId) verified(phase.nfcId)
        else become({ is: 'ready', trouble: 'mismatch' })
        break
      case 'replacing':
        if (target !== null && sameContent(content, phase.content)) void write(target, content)
        else meet(content)
        break
      case 'locking':
        if (locking) break
        if (content.is === 'own' && content.nfcId === phase.nfcId) void lockNow(phase.nfcId)
        else become({ ...phase, trouble: 'other-tag' })
    }
  }

  return {
    /** Starts scanning, with a permission prompt if necessary. */
    async start(): Promise<void> {
      become({ is: 'starting' })
      if (await listen()) become({ is: 'ready', trouble: null })
    },
    /** Stops scanning, for a hidden page; `start` resumes. */
    pause(): void {
      device.stop()
      become({ is: 'asleep' })
    },
    stop: device.stop,
    /** Sets the tag to write next; null for none. A write in progress is not affected. */
    aim(nfcId: string | null): void {
      target = nfcId
    },
    /** Confirms that the tag's content may be replaced: reads the tag again and writes it if the content is unchanged. */
    replace(): void {
      if (phase.is !== 'occupied') return
      become({ is: 'replacing', content: phase.content })
      void listen()
    },
    /** Cancels, and waits for a blank tag again. */
    leave(): void {
      device.callOff()
      become({ is: 'ready', trouble: null })
    },
    /** Locks this tag, and no other, when it is presented. */
    lock(nfcId: string): void {
      become({ is: 'locking', nfcId, trouble: null })
      void listen()
    },
  }
}
export type TagWriter = ReturnType<typeof createTagWriter>

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
