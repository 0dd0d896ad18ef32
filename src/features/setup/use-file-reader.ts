import { useEffect, useState } from 'react'
import { importTexts } from '#texts/import'
import type { FileReading } from './organiser-spreadsheets-reader'
import type { Sheet } from './sheets'

export type FileState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly rows: number }
  | { readonly kind: 'unreadable'; readonly problem: string }
  | { readonly kind: 'read'; readonly name: string; readonly sheets: readonly Sheet[] }

const NONE: FileState = { kind: 'none' }
const FAILED: FileState = { kind: 'unreadable', problem: importTexts.unreadable.failed }

/**
 * Reads one file at a time in a worker, and passes each state to `show`. A newer file, or `stop`,
 * cancels the earlier one.
 */
export function createFileReader(startWorker: () => Worker, show: (state: FileState) => void) {
  let worker: Worker | null = null
  /** The file being read; null if there is none. */
  let current: File | null = null

  function end() {
    worker?.terminate()
    worker = null
    current = null
  }
  function ready(): Worker {
    if (worker !== null) return worker
    const started = startWorker()
    // Listen from the start: the worker's code may fail to load before a file is chosen.
    started.onerror = () => {
      if (worker !== started) return
      const wasReading = current !== null
      end()
      if (wasReading) show(FAILED)
    }
    worker = started
    return started
  }
  function finish(state: FileState) {
    current = null
    show(state)
  }

  return {
    /** Starts the worker, so that it works even if the network is gone later. */
    start: () => void ready(),
    end,
    stop() {
      end()
      show(NONE)
      ready()
    },
    async read(file: File): Promise<void> {
      // End the reading of an earlier file: its result would be taken for this file's.
      if (current !== null) end()
      current = file
      show({ kind: 'reading', rows: 0 })
      const reader = ready()
      reader.onmessage = ({ data }: MessageEvent<FileReading>) => {
        if ('rows' in data) show({ kind: 'reading', rows: data.rows })
        else if ('problem' in data) finish({ kind: 'unreadable', problem: data.problem })
        else finish({ kind: 'read', name: file.name, sheets: data.sheets })
      }
      const bytes = await file.arrayBuffer().catch(() => null)
      if (reader !== worker || current !== file) return
      if (bytes === null) finish(FAILED)
      else reader.postMessage(new Uint8Array(bytes), [bytes])
    },
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./organiser-spreadsheets-reader.ts', import.meta.url), {
    type: 'module',
  })
}

/** Reads a file in a worker, which starts with the page. */
export function useFileReader() {
  const [state, setState] = useState(NONE)
  const [{ start, end, read, stop }] = useState(() => createFileReader(startWorker, setState))
  useEffect(() => {
    start()
    return end
  }, [start, end])
  return { state, read, stop }
}
