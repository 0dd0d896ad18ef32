import { expect, test, vi } from 'vitest'
import { importTexts } from '#texts/import'
import { openArchive } from '../../src/features/setup/archive'
import { createFileReader, type FileState } from '../../src/features/setup/use-file-reader'

const FAILED = { kind: 'unreadable', problem: importTexts.unreadable.failed }
const READING = { kind: 'reading', rows: 0 }

function createReader() {
  const workers: Worker[] = []
  const shown: FileState[] = []
  const reader = createFileReader(
    () => {
      // The reader uses only these members.
      const worker = { postMessage: vi.fn(), terminate: vi.fn() } as unknown as Worker
      workers.push(worker)
      return worker
    },
    (state) => shown.push(state),
  )
  const fail = (worker: number) => workers[worker]?.onerror?.(new Event('error') as ErrorEvent)
  return { reader, workers, shown, fail }
}

/** A file whose content arrives, or fails to arrive, when the test decides. */
function fileOf(name: string) {
  const content = Promise.withResolvers<ArrayBuffer>()
  const file = new File([], name)
  file.arrayBuffer = () => content.promise
  return { file, ...content }
}

test('a worker that failed to load before a file was chosen is replaced when a file is chosen', async () => {
  const { reader, workers, shown, fail } = createReader()
  reader.start()
  fail(0)
  expect(shown).toEqual([])
  await reader.read(new File(['x'], 'igrači.csv'))
  expect(workers[1]?.postMessage).toHaveBeenCalledOnce()
  fail(1)
  expect(shown).toEqual([READING, FAILED])
})

test('a file that fails late changes neither the state of a newer file nor that of a stopped reading', async () => {
  const { reader, shown } = createReader()
  const [older, newer] = [fileOf('stari.csv'), fileOf('novi.csv')]
  const readings = [reader.read(older.file), reader.read(newer.file)]
  older.reject(new Error('gone'))
  await readings[0]
  expect(shown).toEqual([READING, READING])
  reader.stop()
  newer.reject(new Error('gone'))
  await readings[1]
  expect(shown).toEqual([READING, READING, { kind: 'none' }])
})

test('an archive whose directory is cut off is unreadable, not empty', () => {
  expect(() => openArchive(new Uint8Array(100))).toThrow('no directory')
})
