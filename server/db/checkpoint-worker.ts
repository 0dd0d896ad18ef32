import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/** Interval of checkpoints, in ms. */
const INTERVAL_MS = 100
/** A log larger than this (in pages of 4 KiB) is truncated once all of it is checkpointed. */
const TRUNCATE_PAGES = 4_096

// Keep SQLite's default, synchronous FULL: pages are on disk in the file before their part of the
// log is overwritten.
const db = new DatabaseSync(String(workerData), { timeout: 0 })
const passive = db.prepare('pragma wal_checkpoint(passive)')
const truncating = db.prepare('pragma wal_checkpoint(truncate)')

setInterval(() => {
  try {
    const done = passive.get()
    if (Number(done?.log) > TRUNCATE_PAGES && done?.log === done?.checkpointed) truncating.get()
  } catch {
    // The log remains, for example on a full disk. Writes of the server then report the error.
  }
}, INTERVAL_MS)
