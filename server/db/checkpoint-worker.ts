import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/** How often the log is emptied into the file, in ms. */
const EVERY_MS = 100

// Synchronous FULL, SQLite's default: the file is on disk before its part of the log is given free.
const db = new DatabaseSync(String(workerData))
const checkpoint = db.prepare('pragma wal_checkpoint(passive)')

setInterval(() => {
  try {
    checkpoint.get()
  } catch {
    // A full disk, for example. The log stays, and the writes themselves report what is wrong.
  }
}, EVERY_MS)
