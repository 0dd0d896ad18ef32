import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  isDamaged,
  isDatabaseError,
  isDiskFull,
  isFileError,
  isReadOnly,
  isUnavailable,
} from './db/errors'

/** A server or a command cannot do its work. The message is one sentence for the operator. */
export class Failure extends Error {}

/** Returns an error's system code, such as ENOENT; empty if it has none. */
export function errorCode(reason: unknown): string {
  return reason instanceof Error && 'code' in reason && typeof reason.code === 'string'
    ? reason.code
    : ''
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than is allowed',
  EACCES: 'this user may not write it',
  EPERM: 'this user may not write it',
  EROFS: 'its volume is read-only',
  ENOENT: 'there is no such folder',
  EEXIST: 'a file with that name exists',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is a file',
}

/** Explains why a file could not be written. */
export function writeFailure(reason: unknown): string {
  return REASONS[errorCode(reason)] ?? (reason instanceof Error ? reason.message : String(reason))
}

/** Creates the failure of writing a file. */
export function cannotWrite(file: string, reason: unknown): Failure {
  if (reason instanceof Failure) return reason
  return new Failure(`${file} cannot be written: ${writeFailure(reason)}.`)
}

/**
 * Whether an error is from the system, such as a folder without write permission or a port in use.
 */
function isSystemError(reason: unknown): reason is Error {
  return (
    reason instanceof Error &&
    'code' in reason &&
    typeof reason.code === 'string' &&
    /^E[A-Z]+$/.test(reason.code)
  )
}

/**
 * Creates a folder and its parents. Node's `recursive` option never returns if the system cannot
 * have such a folder, as below /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (reason) {
    // Another process may have created it meanwhile.
    if (!existsSync(folder)) throw reason
  }
}

/** Refuses a missing file that this user could not create. Creates nothing. Throws `Failure`. */
export function assertCreatable(file: string): void {
  let folder = dirname(file)
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    // The dot reveals a file in the place of a folder.
    accessSync(`${folder}/.`, constants.W_OK | constants.X_OK)
  } catch (reason) {
    throw cannotWrite(file, reason)
  }
}

/** Describes a failure of the environment in one sentence; null for a bug of the program. */
export function failureText(reason: unknown): string | null {
  if (reason instanceof Failure) return reason.message
  if (!(reason instanceof Error)) return null
  const { message } = reason
  if (isDiskFull(reason))
    return `The disk is full, so the database could not write: ${message}. Make room and try again.`
  if (isReadOnly(reason)) return `The database is read-only: ${message}.`
  if (isFileError(reason)) return `The file of the database cannot be read or written: ${message}.`
  if (isDamaged(reason))
    return `The file of the database is damaged: ${message}. Put a backup in its place with "restore".`
  if (isUnavailable(reason)) return `The database did not answer in time: ${message}.`
  if (isDatabaseError(reason)) return `The database refused: ${message}.`
  return isSystemError(reason) ? `The system refused: ${message}.` : null
}
