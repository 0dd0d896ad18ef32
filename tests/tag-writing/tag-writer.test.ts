import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Phase } from '../../src/features/tag-writing/tag-writer'
import { createTagWriter } from '../../src/features/tag-writing/tag-writer'
import type { NdefWriter } from '../../src/scanner/web-nfc'

const ORIGIN = 'https://igra.example.hr'
const own = (nfcId: string) => ({
  recordType: 'url',
  data: new DataView(new TextEncoder().encode(`${ORIGIN}/s/${nfcId}`).buffer),
})

interface Write {
  readonly overwrite: boolean
  readonly signal: AbortSignal
  readonly done: () => void
  readonly fail: (name: string) => void
}

/** A phone on which the test controls when tags appear and disappear. */
function setUp({ permission = 'granted' as PermissionState } = {}) {
  const scans: { readonly reader: EventTarget; readonly signal: AbortSignal }[] = []
  const writes: Write[] = []
  const phases: Phase[] = []
  const verified: string[] = []
  class Reader extends EventTarget implements NdefWriter {
    async scan({ signal = new AbortController().signal }: { signal?: AbortSignal } = {}) {
      scans.push({ reader: this, signal })
    }
    write(_message: object, { overwrite, signal }: { overwrite: boolean; signal: AbortSignal }) {
      return new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        writes.push({
          overwrite,
          signal,
          done: resolve,
          fail: (name) => reject(new DOMException('', name)),
        })
      })
    }
  }
  const writer = createTagWriter({
    Reader,
    origin: ORIGIN,
    permission: async () => permission,
    onPhase: (phase) => void phases.push(phase),
    onVerified: (nfcId) => void verified.push(nfcId),
  })
  return {
    writer,
    writes,
    verified,
    phase: () => phases.at(-1),
    async touch(...records: { recordType: string; data?: DataView }[]) {
      for (const { reader, signal } of [...scans]) {
        if (!signal.aborted)
          reader.dispatchEvent(Object.assign(new Event('reading'), { message: { records } }))
      }
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

/** A phone on which a blank tag is being written. */
async function startWriting(options?: Parameters<typeof setUp>[0]) {
  const phone = setUp(options)
  await phone.writer.start()
  phone.writer.setTarget('a')
  await phone.touch()
  return phone
}

describe('writing tags', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('aborts a write whose tag was removed, so that the next tag does not get its content', async () => {
    const { writes, phase } = await startWriting()
    expect(phase()).toEqual({ kind: 'writing' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(writes[0]?.signal.aborted).toBe(true)
    expect(phase()).toEqual({ kind: 'ready', problem: 'lost' })
  })

  test('writes with overwrite: false, so that the device refuses if the tag was exchanged', async () => {
    const { writes, phase } = await startWriting()
    expect(writes[0]?.overwrite).toBe(false)
    writes[0]?.fail('NotAllowedError')
    await vi.advanceTimersByTimeAsync(0)
    expect(phase()).toEqual({ kind: 'occupied', content: { kind: 'foreign', text: '' } })
  })

  test('distinguishes a refused permission from a tag that must not be overwritten', async () => {
    const { writes, phase } = await startWriting({ permission: 'denied' })
    writes[0]?.fail('NotAllowedError')
    await vi.advanceTimersByTimeAsync(0)
    expect(phase()).toEqual({ kind: 'blocked', by: 'refused' })
  })

  test('reports a write as done only after it has read the tag back', async () => {
    const { writes, verified, phase, touch } = await startWriting()
    writes[0]?.done()
    await vi.advanceTimersByTimeAsync(0)
    expect(phase()).toEqual({ kind: 'checking', nfcId: 'a' })
    expect(verified).toEqual([])
    await touch(own('b'))
    expect(phase()).toEqual({ kind: 'ready', problem: 'mismatch' })
    expect(verified).toEqual([])
    await touch(own('a'))
    expect(verified).toEqual(['a'])
  })

  test('aborts a write when it is stopped and reports nothing more', async () => {
    const { writer, writes, verified, phase } = await startWriting()
    writer.pause()
    expect(writes[0]?.signal.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(5_000)
    expect([phase(), verified]).toEqual([{ kind: 'stopped' }, []])
  })

  test('writes nothing if no tag is left to write', async () => {
    const { writer, writes, touch } = setUp()
    await writer.start()
    await touch()
    writer.setTarget('a')
    writer.setTarget(null)
    await touch()
    expect(writes).toEqual([])
  })
})
