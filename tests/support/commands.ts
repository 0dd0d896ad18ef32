import type { Output } from '#cli/common/output'
import { Failure } from '#server/failure'

/** For what a command says that a test does not read. */
export const QUIET: Output = { result: () => undefined, note: () => undefined }

/** What a command prints as its result. */
export async function printedBy(command: (output: Output) => Promise<unknown>): Promise<string> {
  const printed: string[] = []
  await command({ ...QUIET, result: (text) => void printed.push(text) })
  return printed.join('')
}

/** The sentence with which a command fails. */
export async function failureOf(command: Promise<unknown>): Promise<unknown> {
  const reason: unknown = await command.then(
    () => 'did not fail',
    (thrown: unknown) => thrown,
  )
  return reason instanceof Failure ? reason.message : reason
}
