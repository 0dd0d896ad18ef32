import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const buildNotes = v.object({
  /** Whether the page names nobody to ask about personal data. */
  contactIsDefault: v.boolean(),
  /** Styles that the page's libraries add at run time. */
  libraryStyles: v.array(v.string()),
})
export type BuildNotes = v.InferOutput<typeof buildNotes>

const FILE = 'page.json'

/** Reads what the build wrote next to the page (`scripts/build.ts`). */
export function readBuildNotes(webApp: string): BuildNotes {
  const path = join(webApp, '..', FILE)
  // A page that was not built has none.
  if (!existsSync(path)) return { contactIsDefault: false, libraryStyles: [] }
  return v.parse(buildNotes, JSON.parse(readFileSync(path, 'utf8')))
}
