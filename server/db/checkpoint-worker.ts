import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** How often the log is emptied into the file, in ms. */
const EVERY_MS = 100
/** The size of the log's file (in pages of 4 KiB) that is given back when nobody writes, and that needs a gap between writes. */
const [KEPT_PAGES, MOST_PAGES] = [4_096, 16_384]

// Synchronous FULL, SQLite's default: the file is on disk before its part of the log is given free.
const db = new DatabaseSync(String(workerData), { timeout: 0 })
const passive = db.prepare('pragma wal_checkpoint(passive)')
const truncating = db.prepare('pragma wal_checkpoint(truncate)')
let isAsking = false

function checkpoint(): void {
  const done = passive.get()
  const [log, copied] = [Number(done?.log), Number(done?.checkpointed)]
  if (log > KEPT_PAGES && log === copied) truncating.get()
  // Not where somebody who reads for long keeps it from being copied.
  else if (log > MOST_PAGES && copied > log / 2 && !isAsking) {
    isAsking = true
    parentPort?.postMessage('long')
  }
}

/** A full disk, for example: the log stays, and the writes themselves report what is wrong. */
function tryTo(work: () => void): void {
  try {
    work()
  } catch {
    // Tried again.
  }
}

setInterval(() => tryTo(checkpoint), EVERY_MS)

// Nobody writes until this is answered: what is left is copied, and the next write starts the log from its beginning.
parentPort?.on('message', () => {
  tryTo(() => void passive.get())
  isAsking = false
  parentPort?.postMessage('copied')
})
