import type { Output } from './output'

/** In ms; long enough to make somebody wonder. */
const EVERY_MS = 1_000

/** Reports progress as a note, at most once a second, so that short work prints none. */
export function progressTo(output: Output, text: (done: number) => string): (done: number) => void {
  let reportedAt = Date.now()
  return (done) => {
    if (Date.now() - reportedAt < EVERY_MS) return
    reportedAt = Date.now()
    output.note(`${text(done)}\n`)
  }
}
