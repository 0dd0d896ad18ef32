/** A server or a command cannot do its work. The message is one sentence that tells the operator why. */
export class Failure extends Error {}

/** The system's code of an error, such as ENOENT; empty if it has none. */
export function errorCode(reason: unknown): string {
  return reason instanceof Error && 'code' in reason && typeof reason.code === 'string' ? reason.code : ''
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than is allowed',
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'it may not be written',
  ENOENT: 'there is no such folder',
  EEXIST: 'a file with that name is in its place',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is a file',
}

/** What kept a file from being written. */
export function writeFailure(reason: unknown): string {
  return REASONS[errorCode(reason)] ?? (reason instanceof Error ? reason.message : String(reason))
}

/** The failure to write a file, in words. */
export function cannotWrite(file: string, reason: unknown): Failure {
  if (reason instanceof Failure) return reason
  return new Failure(`${file} cannot be written: ${writeFailure(reason)}.`)
}
