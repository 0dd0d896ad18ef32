import { type Fault, faultText, faultTexts } from '#server/event-file/fault'
import { FaultyEvent } from '#server/event-file/faulty-event'
import { Failure } from '#server/failure'
import { type Output, plural } from '../common/output'

function forScripts(fault: Fault) {
  const { path, position } = fault.place
  return { line: position?.line ?? null, column: position?.column ?? null, path, fault: faultText(fault) }
}

/** Prints the faults of a file, as JSON for scripts, and throws a one-sentence `Failure`. */
export async function reportFaults<T>(
  path: string,
  { output, json }: { readonly output: Output; readonly json: boolean },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    if (!(reason instanceof FaultyEvent)) throw reason
    if (json) output.result(`${JSON.stringify({ faults: reason.faults.map(forScripts) })}\n`)
    else for (const text of faultTexts(reason.faults)) output.note(`${text}\n`)
    throw new Failure(`${plural(reason.faults.length, 'fault')} in ${path}; nothing was applied.`)
  }
}
