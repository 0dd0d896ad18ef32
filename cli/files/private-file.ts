import { randomUUID } from 'node:crypto'
import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { cannotWrite } from '#server/failure'

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
