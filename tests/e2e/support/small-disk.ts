import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small separate file system that can be filled to the last byte. */
export interface SmallDisk {
  readonly folder: string
  fill(): void
  makeRoom(): void
  remove(): void
}

/** Only root may mount a file system. */
export function canMountDisk(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0
}

/** Mounts a tmpfs; null if that is refused (a container without the privilege). */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'geekquest-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  mkdirSync(join(folder, 'filler'))
  const filler = join(folder, 'filler', 'everything')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      for (const size of [65_536, 512]) {
        try {
          for (;;) writeSync(file, Buffer.alloc(size))
        } catch {
          // Full at this size.
        }
      }
      closeSync(file)
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
