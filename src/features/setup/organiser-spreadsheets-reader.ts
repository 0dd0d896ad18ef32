import { importTexts } from '#texts/import'
import type { Sheet } from './sheets'
import { readSheets } from './spreadsheet'
import { UnreadableFile } from './unreadable-file'

// The worker that reads spreadsheets. Keep the file's name: players' phones cache no file that
// begins with "organiser-".

export type FileReading =
  | { readonly rows: number }
  | { readonly problem: string }
  | { readonly sheets: readonly Sheet[] }

const answer = (reading: FileReading) => postMessage(reading)

/** Rows between two progress reports. */
const REPORT_AFTER = 5_000

function read(bytes: Uint8Array): FileReading {
  let rows = 0
  try {
    const sheets = readSheets(bytes, () => {
      if (++rows % REPORT_AFTER === 0) answer({ rows })
    })
    return { sheets }
  } catch (reason) {
    return {
      problem: reason instanceof UnreadableFile ? reason.message : importTexts.unreadable.failed,
    }
  }
}

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => answer(read(data)))
