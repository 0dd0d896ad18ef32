import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { putInPlace, RUNNING } from './current-build'

/**
 * Makes the build readable for all users: the server runs as another user than the builder, whose
 * umask may keep others out.
 */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else chmodSync(path, 0o644)
  }
}

/**
 * Copies a build into its own folder under `target`, whole or not at all, and makes
 * `target/current` link to that folder.
 */
export function assemble(build: string, name: string, target: string): void {
  const unfinished = join(target, `.${name}.${process.pid}`)
  try {
    if (!existsSync(target)) {
      mkdirSync(target, { recursive: true })
      chmodSync(target, 0o755)
    }
    cpSync(build, unfinished, { recursive: true })
    rmSync(join(unfinished, RUNNING), { recursive: true, force: true })
    openToAll(unfinished)
    putInPlace(unfinished, join(target, name))
    symlinkSync(name, unfinished)
    renameSync(unfinished, join(target, 'current'))
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  process.stdout.write(`${join(target, 'current')} is ${name}\n`)
}
