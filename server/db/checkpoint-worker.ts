import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/** How often the log is emptied into the file, in ms. */
const EVERY_MS = 100
/** The size of the log's file (in pages of 4 KiB) that is given back when nobody writes. */
const KEPT_PAGES = 4_096

// Synchronous FULL, SQLite's default: the file is on disk before its part of the log is given free.
const db = new DatabaseSync(String(workerData), { timeout: 0 })
const passive = db.prepare('pragma wal_checkpoint(passive)')
const truncating = db.prepare('pragma wal_checkpoint(truncate)')

setInterval(() => {
  try {
    const done = passive.get()
    if (Number(done?.log) > KEPT_PAGES && done?.log === done?.checkpointed) truncating.get()
  } catch {
    // A full disk, for example. The log stays, and the writes themselves report what is wrong.
  }
}, EVERY_MS)
