import type { NdefWriter } from '../../scanner/web-nfc'
import { sameContent, type TagContent, tagAddress } from './tag-content'
import { createTagDevice } from './tag-device'
import { blockerOf, errorName, type Phase } from './tag-phase'

interface Surroundings {
  readonly Reader: new () => NdefWriter
  readonly origin: string
  readonly permission: () => Promise<PermissionState>
  readonly onPhase: (phase: Phase) => void
  /** The tag was read and holds its address. */
  readonly onVerified: (nfcId: string) => void
  readonly onLocked: (nfcId: string) => void
}

/**
 * Writes tags one after the other. Everything begins with reading what is in front of the phone: a blank tag is written,
 * read back and compared; one that holds something is asked about first.
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
    // The next is chosen by whoever is told.
    target = null
    become({ is: 'ready', trouble: null })
    onVerified(nfcId)
  }

  async function write(nfcId: string, seen: TagContent): Promise<void> {
    become({ is: 'writing' })
    const message = { records: [{ recordType: 'url', data: tagAddress(nfcId, origin) }] }
    // Without leave to overwrite the device itself refuses, should the tag have been exchanged for another.
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

  /** A tag is in front of the phone while one is waited for. */
  function meet(content: TagContent): void {
    if (target === null) return
    const nfcId = content.is === 'own' ? content.nfcId : null
    if (nfcId === target) verified(target)
    else if (content.is === 'blank') void write(target, content)
    // The one that was just written may still lie there.
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
    /** Asks for permission where it must; then it waits for tags. */
    async start(): Promise<void> {
      become({ is: 'starting' })
      if (await listen()) become({ is: 'ready', trouble: null })
    },
    /** Nothing is read while the page cannot be seen; `start` goes on. */
    pause(): void {
      device.stop()
      become({ is: 'asleep' })
    },
    stop: device.stop,
    /** Which tag comes next; null where there is none. One that is under way is not changed. */
    aim(nfcId: string | null): void {
      target = nfcId
    },
    /** What the tag holds may be replaced: it is read again, and written where it is still the same. */
    replace(): void {
      if (phase.is !== 'occupied') return
      become({ is: 'replacing', content: phase.content })
      void listen()
    },
    /** Back to waiting for a blank tag. */
    leave(): void {
      device.callOff()
      become({ is: 'ready', trouble: null })
    },
    /** Locks the tag once it is in front of the phone, and no other. */
    lock(nfcId: string): void {
      become({ is: 'locking', nfcId, trouble: null })
      void listen()
    },
  }
}
export type TagWriter = ReturnType<typeof createTagWriter>
