import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder'

/** The folder for databases. */
export const MEMORY = temporaryFolder()

export interface Folder {
  /** The path of an entry in it; without a name, its own path. */
  (name?: string): string
  remove(): void
}

export function createFolder(parent = tmpdir()): Folder {
  const directory = mkdtempSync(join(parent, 'geekquest-'))
  const path = (name = '') => join(directory, name)
  return Object.assign(path, { remove: () => rmSync(directory, { recursive: true, force: true }) })
}

/** A folder for one suite, removed after it. */
export function ownFolder(): Folder {
  const folder = createFolder()
  afterAll(folder.remove)
  return folder
}
