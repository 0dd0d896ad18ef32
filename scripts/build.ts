import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build as buildPage } from 'vite'
import type { BuildNotes } from '#server/build-notes'
import { builtIn, namesNobody } from './built-in'
import { bundleServer } from './bundle-server'
import { compress } from './compress'
import { currentBuild, directoryOf } from './current-build'
import { libraryStyles } from './library-styles'

/** Builds page and server into a folder named after the build, which appears only when it is complete. */
async function build(): Promise<void> {
  const target = directoryOf(currentBuild())
  const unfinished = `${target}.unfinished-${process.pid}`
  mkdirSync(dirname(target), { recursive: true })
  await buildPage({ configLoader: 'runner', logLevel: 'warn', build: { outDir: join(unfinished, 'public'), emptyOutDir: true } })
  await compress(join(unfinished, 'public'))
  // What the server has to know of the page that it serves.
  const notes: BuildNotes = { contactIsDefault: namesNobody(builtIn(process.env)), libraryStyles: libraryStyles() }
  writeFileSync(join(unfinished, 'page.json'), JSON.stringify(notes))
  await bundleServer(join(unfinished, 'server'))
  rmSync(target, { recursive: true, force: true })
  renameSync(unfinished, target)
}

await build()
