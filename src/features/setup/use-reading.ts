import { useEffect, useRef, useState } from 'react'
import { importTexts } from '#texts/import'
import type { Reading } from './organiser-spreadsheets-reader'
import type { Sheet } from './sheets'

export type FileState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly rows: number }
  | { readonly kind: 'unreadable'; readonly problem: string }
  | { readonly kind: 'read'; readonly name: string; readonly sheets: readonly Sheet[] }

const NONE: FileState = { kind: 'none' }
const FAILED: FileState = { kind: 'unreadable', problem: importTexts.unreadable.failed }

/**
 * Reads a file in a worker. The worker starts with the page, so that it works even if the network
 * is gone later.
 */
export function useReading() {
  const [state, setState] = useState(NONE)
  const worker = useRef<Worker | null>(null)
  function ready(): Worker {
    worker.current ??= new Worker(new URL('./organiser-spreadsheets-reader.ts', import.meta.url), {
      type: 'module',
    })
    return worker.current
  }
  function end() {
    worker.current?.terminate()
    worker.current = null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the page.
  useEffect(() => {
    ready()
    return end
  }, [])

  async function read(file: File) {
    // Cancel an earlier file's read: its result would be taken for this one's.
    if (state.kind === 'reading') end()
    setState({ kind: 'reading', rows: 0 })
    const reader = ready()
    reader.onerror = () => {
      end()
      setState(FAILED)
    }
    reader.onmessage = ({ data }: MessageEvent<Reading>) => {
      if ('rows' in data) setState({ kind: 'reading', rows: data.rows })
      else if ('problem' in data) setState({ kind: 'unreadable', problem: data.problem })
      else setState({ kind: 'read', name: file.name, sheets: data.sheets })
    }
    const bytes = await file.arrayBuffer().catch(() => null)
    if (bytes === null) setState(FAILED)
    else reader.postMessage(new Uint8Array(bytes), [bytes])
  }

  return {
    state,
    read,
    stop: () => {
      end()
      setState(NONE)
      ready()
    },
  }
}
