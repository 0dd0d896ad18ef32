import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder'

/** The folder for databases: in memory on a machine that has plenty. */
export const MEMORY = temporaryFolder()

export interface Folder {
  /** The path of an entry of the folder; without a name, the folder's own path. */
  (name?: string): string
  remove(): void
}

export function createFolder(parent = tmpdir()): Folder {
  const directory = mkdtempSync(join(parent, 'geekquest-'))
  const path = (name = '') => join(directory, name)
  return Object.assign(path, { remove: () => rmSync(directory, { recursive: true, force: true }) })
}

/** A folder for one suite, which is removed after the suite. */
export function ownFolder(): Folder {
  const folder = createFolder()
  afterAll(folder.remove)
  return folder
}
