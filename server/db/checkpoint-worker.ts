import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/** Interval of checkpoints, in ms. */
const INTERVAL_MS = 100
/** Truncate a log larger than this (in pages of 4 KiB) when nobody writes. */
const TRUNCATE_PAGES = 4_096

// Keep SQLite's default, synchronous FULL: the file is on disk before its part of the log is
// released.
const db = new DatabaseSync(String(workerData), { timeout: 0 })
const passive = db.prepare('pragma wal_checkpoint(passive)')
const truncating = db.prepare('pragma wal_checkpoint(truncate)')

setInterval(() => {
  try {
    const done = passive.get()
    if (Number(done?.log) > TRUNCATE_PAGES && done?.log === done?.checkpointed) truncating.get()
  } catch {
    // On a full disk, for example, the log remains, and the writes themselves report the error.
  }
}, INTERVAL_MS)
