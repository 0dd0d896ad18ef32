import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, link, mkdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { cannotWrite, errorCode, Failure, writeFailure } from '#server/failure'
import { type Asking, type ChangeFlags, confirm } from '../common/command'

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

/** Files that are complete on disk under hidden names, until they are published or discarded. */
export interface StagedFiles {
  /**
   * Renames them to their final names and returns the paths. Existing files are replaced if the order says so; otherwise all get
   * a number instead.
   */
  publish(): Promise<string[]>
  /** Deletes the files. */
  discard(): Promise<void>
}

export interface NewFile {
  /** The part before the number: `tags-team` and `.csv` make `tags-team-2.csv`. */
  readonly name: string
  readonly extension: string
  readonly text: string
}

/** Unlike a rename, a link never replaces a file. File systems without links (a memory stick) get a check before the rename. */
async function giveNewName(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    await unlink(from)
  } catch (reason) {
    if (errorCode(reason) === 'EEXIST' || existsSync(to)) return false
    await rename(from, to)
  }
  return true
}

/**
 * Writes new files into a folder, and creates the folder if it is missing. The caller must publish or discard them.
 * Throws `Failure`, and then no file is left on disk.
 */
export async function stageFiles(
  directory: string,
  files: readonly NewFile[],
  { replace = false }: { readonly replace?: boolean } = {},
): Promise<StagedFiles> {
  const folder = resolve(directory)
  const staged = files.map(({ name, extension }) => join(folder, `.${name}-${randomUUID()}${extension}.part`))

  async function discard(): Promise<void> {
    for (const path of staged) await rm(path, { force: true }).catch(() => undefined)
  }

  async function publish(): Promise<string[]> {
    try {
      for (let number = 1; ; number++) {
        const suffix = number === 1 ? '' : `-${number}`
        const names = files.map(({ name, extension }) => join(folder, `${name}${suffix}${extension}`))
        if (await nameAll(staged, names, replace)) return names
      }
    } catch (reason) {
      throw new Failure(
        `The files could not get their names (${writeFailure(reason)}); what was ordered is made, and they lie complete in ${folder} under hidden names that end in .part.`,
      )
    }
  }

  try {
    await mkdir(folder, { recursive: true })
    for (const [index, path] of staged.entries()) await writeFile(path, files[index]?.text ?? '', { flag: 'wx', flush: true })
  } catch (reason) {
    await discard()
    throw new Failure(`The files cannot be written into ${folder}: ${writeFailure(reason)}; nothing was made.`)
  }
  return { publish, discard }
}

/** Renames all files, or none if one of the names is taken. */
async function nameAll(staged: readonly string[], names: readonly string[], replace: boolean): Promise<boolean> {
  for (const [index, from] of staged.entries()) {
    const to = names[index] ?? from
    if (replace) await rename(from, to)
    else if (!(await giveNewName(from, to))) {
      for (let back = 0; back < index; back++) await rename(names[back] ?? '', staged[back] ?? '')
      return false
    }
  }
  return true
}

export interface StagedFile {
  publish(): Promise<void>
  discard(): Promise<void>
}

/**
 * Writes a file that only its owner may read, complete on disk under another name until it is published or discarded. Throws
 * `Failure`.
 */
export async function stagePrivateFile(file: string, content: string | Buffer): Promise<StagedFile> {
  const part = `${file}.${randomUUID()}.part`
  const discard = () => rm(part, { force: true })
  try {
    await writeFile(part, content, { mode: 0o600, flag: 'wx', flush: true })
    // Whatever the umask took away.
    await chmod(part, 0o600)
  } catch (reason) {
    await discard().catch(() => undefined)
    throw cannotWrite(file, reason)
  }
  const publish = () =>
    rename(part, file).catch(async (reason: unknown) => {
      await discard().catch(() => undefined)
      throw cannotWrite(file, reason)
    })
  return { publish, discard }
}

export interface OutFlags extends ChangeFlags {
  readonly out: string
}

/** Writes a file that is complete or not there. Names and numbers are for the organiser alone. */
export async function writeWhole(file: string, content: string | Buffer, asking: Asking): Promise<void> {
  if (existsSync(file)) await confirm(`${file} exists. Replace it?`, asking)
  const staged = await stagePrivateFile(file, content)
  await staged.publish()
}
