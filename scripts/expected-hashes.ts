import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { ManifestTransform } from 'workbox-build'

/**
 * Replaces Workbox's revisions in the worker's list by the hash of each file
 * (https://www.w3.org/TR/SRI/).
 */
export function expectedHashes(): {
  readonly plugin: Plugin
  readonly addHashes: ManifestTransform
} {
  let directory = ''
  return {
    plugin: {
      name: 'expected-hashes',
      apply: 'build',
      configResolved({ build }) {
        directory = build.outDir
      },
    },
    addHashes(files) {
      const hash = (path: string) =>
        createHash('sha256')
          .update(readFileSync(join(directory, path)))
          .digest('base64')
      return {
        manifest: files.map((file) => ({
          ...file,
          revision: null,
          integrity: `sha256-${hash(file.url)}`,
        })),
      }
    },
  }
}
