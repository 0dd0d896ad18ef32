import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from './failure'

/** Write log lines in blocks of this size: writing each line took a fifth of a call's time. */
const BLOCK_CHARS = 8 * 1024
/**
 * Maximum wait of log lines, and pause after a failed write, because each attempt on a full disk
 * costs a lot (ms).
 */
const FLUSH_MS = 500
/** Pause if the reader is slow (ms): a terminal takes some 16 KB at a time. */
const FULL_MS = 50

/** The part of Node's terminal and pipe streams that is used here; files have no handle. */
interface WithHandle {
  readonly _handle?: { setBlocking(isBlocking: boolean): void }
}

export type Outlet = ReturnType<typeof createOutlet>

interface OutletSettings {
  /** Maximum number of waiting characters; the rest is lost. */
  readonly maxWaiting: number
  /** Builds the line that is written in place of this many lost lines. */
  readonly lossText: (lines: number) => string
}

/**
 * Writes to standard output or error without blocking. Node blocks the whole process on a stopped
 * terminal or an unread pipe, and pino's own stream sleeps on a full disk until there is room.
 * Unwritten text waits, up to a limit.
 */
export function createOutlet(
  stream: NodeJS.WriteStream & { fd: number },
  { maxWaiting, lossText }: OutletSettings,
) {
  const handle = (stream as WithHandle)._handle
  let waiting: string[] = []
  let chars = 0
  /** The unwritten rest of the last block. */
  let block: Uint8Array = new Uint8Array()
  /** Why the last write failed. */
  let failure: unknown = null
  let [lost, untold] = [0, 0]
  let timer: NodeJS.Timeout | null = null
  // Libraries and Node itself also print to this stream, for example uncaught errors; that must
  // neither end nor block the process.
  stream.on('error', () => undefined)
  handle?.setBlocking(false)

  function nextBlock(): Uint8Array {
    if (untold > 0 && waiting.length === 0) announceLoss()
    const text = waiting.join('')
    waiting = []
    chars = 0
    return Buffer.from(text)
  }

  function announceLoss(): void {
    const text = lossText(untold)
    untold = 0
    waiting.push(text)
    chars += text.length
  }

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    // Set it again: a process that shares the pipe makes it blocking when it ends.
    handle?.setBlocking(false)
    try {
      for (;;) {
        if (block.length === 0) block = nextBlock()
        if (block.length === 0) break
        block = block.subarray(writeSync(stream.fd, block))
      }
      failure = null
    } catch (reason) {
      failure = reason
      flushIn(isFull() ? FULL_MS : FLUSH_MS)
    }
  }

  const isFull = () => errorCode(failure) === 'EAGAIN'

  function flushIn(ms: number): void {
    timer ??= setTimeout(flush, ms).unref()
  }

  function take(text: string): boolean {
    if (chars + block.length + text.length > maxWaiting) {
      const lines = text.split('\n').length - 1
      lost += lines
      untold += lines
      return false
    }
    if (untold > 0) announceLoss()
    waiting.push(text)
    chars += text.length
    return true
  }

  return {
    /** Writes now. Returns false if the text is lost. */
    print(text: string): boolean {
      const isTaken = take(text)
      if (failure === null) flush()
      return isTaken
    },
    /** Writes soon, together with other lines. */
    gather(text: string): void {
      take(text)
      if (failure === null && chars >= BLOCK_CHARS) flush()
      else flushIn(FLUSH_MS)
    },
    flush,
    /** Number of lost lines. */
    lost: () => lost,
    /**
     * Waits until everything is written, at most `maxMs`. Returns why writing fails; null if
     * everything is written or the reader is only slow.
     */
    async settle(maxMs: number): Promise<unknown> {
      const deadline = performance.now() + maxMs
      for (;;) {
        flush()
        if (!isFull()) return failure
        if (performance.now() >= deadline) return null
        await sleep(FULL_MS)
      }
    },
  }
}
