import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from './failure'

/** Lines of the log are written in blocks, because writing each took a fifth of a call's time. */
const BLOCK_CHARS = 8 * 1024
/** How long they wait at most, and how long after a failed write the next one is tried: on a full disk each costs a lot (ms). */
const FLUSH_MS = 500
/** The same where a reader is slow: a terminal takes some 16 KB at a time. */
const FULL_MS = 50

/** The used part of Node's streams for terminals and pipes; files have no handle. */
interface WithHandle {
  readonly _handle?: { setBlocking(isBlocking: boolean): void }
}

export type Outlet = ReturnType<typeof createOutlet>

interface OutletSettings {
  /** The characters that may wait; what comes beyond is lost. */
  readonly maxWaiting: number
  /** The line that is written in the place of lost ones. */
  readonly lossText: (lines: number) => string
}

/**
 * Writes to the standard output or error and never waits for it: to a terminal that is stopped or a pipe that nobody reads Node
 * writes with the whole process, and pino's own stream sleeps on a full disk until there is room. What cannot be written waits,
 * up to a limit.
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
  // Libraries and Node itself print there too, an uncaught error for example, which must neither end the process nor hold it.
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
    // Another process that shares the pipe sets it back when it ends.
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
    /** Writes soon, together with others. */
    gather(text: string): void {
      take(text)
      if (failure === null && chars >= BLOCK_CHARS) flush()
      else flushIn(FLUSH_MS)
    },
    flush,
    /** How many lines were lost. */
    lost: () => lost,
    /** Waits until all is written, and no longer than `maxMs`. Returns why it cannot be; null if it is or may be later. */
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
