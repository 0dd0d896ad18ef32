import { useEffect, useMemo, useState } from 'react'
import { parseUrl } from '#lib/parse-url'
import { publicOrigin } from '../../api/queries'
import {
  findWebNfc,
  type NdefReadingEvent,
  type NdefRecord,
  type NdefWriter,
  nfcPermission,
} from '../../scanner/web-nfc'
import { vibrate } from '../../ui/signal'

export type TagContent =
  | { readonly kind: 'blank' }
  /** Exactly one record, with a tag URL of this site. */
  | { readonly kind: 'own'; readonly nfcId: string }
  /** Anything else; `text` is its readable part, possibly empty. */
  | { readonly kind: 'foreign'; readonly text: string }

const SHOWN_MAX = 80

export function tagAddress(nfcId: string, origin: string): string {
  return new URL(`/s/${encodeURIComponent(nfcId)}`, origin).href
}

function idIn(address: string, origin: string): string | null {
  const encoded = /^\/s\/([^/]+)$/.exec(parseUrl(address)?.pathname ?? '')?.[1]
  if (encoded === undefined) return null
  try {
    const nfcId = decodeURIComponent(encoded)
    // Compare the whole address: with another part, such as a query, it is not a tag's.
    return tagAddress(nfcId, origin) === address ? nfcId : null
  } catch {
    return null
  }
}

function textOf({ recordType, data }: NdefRecord): string {
  if (!/^(url|absolute-url|text)$/.test(recordType) || data == null) return ''
  return new TextDecoder().decode(data)
}

export function tagContent(records: readonly NdefRecord[], origin: string): TagContent {
  const filled = records.filter(({ recordType }) => recordType !== 'empty')
  const [first, ...others] = filled
  if (first === undefined) return { kind: 'blank' }
  const text = textOf(first)
  const nfcId = first.recordType === 'url' && others.length === 0 ? idIn(text, origin) : null
  return nfcId === null
    ? { kind: 'foreign', text: text.slice(0, SHOWN_MAX) }
    : { kind: 'own', nfcId }
}

export function sameContent(a: TagContent, b: TagContent): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/**
 * Timeout of a write (ms). A pending write goes to any tag that appears, so it must end before the
 * person can present another tag.
 */
const TAG_PRESENT_MS = 3_000

/** Why NFC is unavailable: permission refused, switched off, no hardware, or an unknown reason. */
type Blocker = 'refused' | 'off' | 'missing' | 'unknown'

/** Why the person has to present the tag again. */
type TagProblem = 'lost' | 'mismatch' | 'unreadable' | 'unsuitable'

export type Phase =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'blocked'; readonly by: Blocker }
  | { readonly kind: 'ready'; readonly problem: TagProblem | null }
  | { readonly kind: 'writing' }
  /** Written; reading the tag back to verify it. */
  | { readonly kind: 'checking'; readonly nfcId: string }
  /** The tag has content, which is not overwritten without confirmation. */
  | { readonly kind: 'occupied'; readonly content: TagContent }
  /** The person has confirmed that this content may be replaced. */
  | { readonly kind: 'replacing'; readonly content: TagContent }

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
 * Writes tags one after another. Reads each tag first. Writes a blank tag, then reads it back and
 * compares; asks for confirmation before it writes a tag with content.
 */
export function createTagWriter({
  Reader,
  origin,
  permission,
  onPhase,
  onVerified,
}: TagWriterOptions) {
  let phase: Phase = { kind: 'stopped' }
  let target: string | null = null
  let lastVerified: string | null = null
  /** The reader of the current scan. The phone has at most one scan, and one write, at a time. */
  let reader: NdefWriter | null = null
  let scanning: AbortController | null = null
  let writing: AbortController | null = null

  function setPhase(next: Phase): void {
    phase = next
    onPhase(next)
  }

  /**
   * Starts a new scan, so that a tag still in place is read again. Ends the previous scan only
   * afterwards: without an active scan the phone would open the tag's URL. Resolves with false if a
   * newer scan replaced this scan, or if NFC was stopped or is blocked.
   */
  async function scan(): Promise<boolean> {
    const controller = new AbortController()
    const earlier = scanning
    scanning = controller
    const isCurrent = () => scanning === controller
    const fresh = new Reader()
    fresh.addEventListener('reading', (event) => {
      // The specification gives this event this type.
      const { message } = event as NdefReadingEvent
      if (isCurrent()) react(tagContent(message.records, origin))
    })
    fresh.addEventListener('readingerror', () => {
      if (isCurrent() && phase.kind === 'ready') setPhase({ kind: 'ready', problem: 'unreadable' })
    })
    reader = fresh
    try {
      await fresh.scan({ signal: controller.signal })
      return isCurrent()
    } catch (reason) {
      if (isCurrent()) setPhase({ kind: 'blocked', by: blockerOf(reason) })
      return false
    } finally {
      earlier?.abort()
    }
  }

  function verified(nfcId: string): void {
    lastVerified = nfcId
    // `onVerified` sets the next target.
    target = null
    setPhase({ kind: 'ready', problem: null })
    onVerified(nfcId)
  }

  /**
   * Writes the tag that was just read. Does not set `overwrite` for a blank tag: the phone then
   * refuses to write if the person has meanwhile swapped it for a tag with content.
   */
  async function write(nfcId: string, seen: TagContent): Promise<void> {
    if (reader === null) return
    setPhase({ kind: 'writing' })
    const controller = new AbortController()
    writing = controller
    const isCurrent = () => writing === controller
    const timer = setTimeout(() => controller.abort(), TAG_PRESENT_MS)
    const records = [{ recordType: 'url', data: tagAddress(nfcId, origin) }]
    try {
      await reader.write(
        { records },
        { overwrite: seen.kind !== 'blank', signal: controller.signal },
      )
      if (!isCurrent()) return
      setPhase({ kind: 'checking', nfcId })
      await scan()
    } catch (reason) {
      if (isCurrent()) setPhase(await afterFailure(reason))
    } finally {
      clearTimeout(timer)
    }
  }

  async function afterFailure(reason: unknown): Promise<Phase> {
    switch (errorName(reason)) {
      case 'NotAllowedError':
        if ((await permission()) === 'denied') return { kind: 'blocked', by: 'refused' }
        return { kind: 'occupied', content: { kind: 'foreign', text: '' } }
      case 'NotReadableError':
        return { kind: 'blocked', by: 'off' }
      case 'NotSupportedError':
        return { kind: 'ready', problem: 'unsuitable' }
      default:
        return { kind: 'ready', problem: 'lost' }
    }
  }

  /** Handles a tag presented while waiting for one. */
  function handle(content: TagContent): void {
    if (target === null) return
    const nfcId = content.kind === 'own' ? content.nfcId : null
    if (nfcId === target) verified(target)
    else if (content.kind === 'blank') void write(target, content)
    // Ignore the tag written last: it may still be in place.
    else if (nfcId === null || nfcId !== lastVerified) setPhase({ kind: 'occupied', content })
  }

  function react(content: TagContent): void {
    switch (phase.kind) {
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
        if (content.kind === 'own' && content.nfcId === phase.nfcId) verified(phase.nfcId)
        else setPhase({ kind: 'ready', problem: 'mismatch' })
        break
      case 'replacing':
        if (target !== null && sameContent(content, phase.content)) void write(target, content)
        else handle(content)
    }
  }

  function stop(): void {
    writing?.abort()
    scanning?.abort()
    writing = null
    scanning = null
    reader = null
  }

  return {
    /** Starts scanning, with a permission prompt if necessary. */
    async start(): Promise<void> {
      setPhase({ kind: 'starting' })
      if (await scan()) setPhase({ kind: 'ready', problem: null })
    },
    /** Stops scanning while the page is hidden; `start` resumes. */
    pause(): void {
      stop()
      setPhase({ kind: 'stopped' })
    },
    stop,
    /** Sets the tag to write next; null for none. A write in progress is not affected. */
    setTarget(nfcId: string | null): void {
      target = nfcId
    },
    /**
     * Confirms that the tag's content may be replaced: reads the tag again and writes it if the
     * content is unchanged.
     */
    replace(): void {
      if (phase.kind !== 'occupied') return
      setPhase({ kind: 'replacing', content: phase.content })
      void scan()
    },
    /** Cancels, and waits for a blank tag again. */
    cancel: () => setPhase({ kind: 'ready', problem: null }),
  }
}
export type TagWriter = ReturnType<typeof createTagWriter>

/** Vibration when a tag is written (ms). */
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
  const [phase, setPhase] = useState<Phase>({ kind: 'stopped' })
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
    async function startIfAllowed() {
      const allowed = (await nfcPermission()) === 'granted'
      if (allowed && !over && document.visibilityState === 'visible') await device.start()
    }
    const onVisibility = () =>
      document.visibilityState === 'visible' ? void startIfAllowed() : device.pause()
    document.addEventListener('visibilitychange', onVisibility)
    void startIfAllowed()
    return () => {
      over = true
      document.removeEventListener('visibilitychange', onVisibility)
      device.stop()
    }
  }, [writer])

  useEffect(() => writer?.setTarget(nfcId), [writer, nfcId])

  return writer === null ? null : { phase, writer }
}
