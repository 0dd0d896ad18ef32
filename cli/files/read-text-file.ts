import { readFile } from 'node:fs/promises'
import { Failure } from '#server/failure'

function reasonText(reason: unknown): string {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  return reason instanceof Error ? reason.message : String(reason)
}

/** Reads a UTF-8 text file, without its byte order mark. Throws `Failure`. */
export async function readTextFile(path: string): Promise<string> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (reason) {
    throw new Failure(`${path} cannot be read: ${reasonText(reason)}.`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Failure(`${path} is not in UTF-8; save it in that encoding, or its letters č, ć, đ, š and ž would be lost.`)
  }
}
