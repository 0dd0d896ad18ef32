import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

const buildInfo = v.object({
  /** The version in package.json and the build's name: `1.0.0+5a6f7c8d9e0f`. */
  version: v.string(),
  /** Styles that the page's libraries add at run time. */
  libraryStyles: v.array(v.string()),
})
export type BuildInfo = v.InferOutput<typeof buildInfo>

const FILE = 'page.json'
const UNBUILT: BuildInfo = { version: 'development', libraryStyles: [] }

/** Reads the build's info file beside its page folder (`scripts/build.ts`). */
export function readBuildInfo(webApp: string): BuildInfo {
  const path = join(webApp, '..', FILE)
  return existsSync(path) ? v.parse(buildInfo, JSON.parse(readFileSync(path, 'utf8'))) : UNBUILT
}

/** The version of the code that runs: server and command line are bundled beside the page. */
export const { version: VERSION } = readBuildInfo(
  fileURLToPath(new URL('../public', import.meta.url)),
)
