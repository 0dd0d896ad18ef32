import type { DatabaseLocation } from '#server/db/open'
import { isDemoEvent, readKnownEvent } from '#server/event-file/event-state'
import { reportFaults } from '../apply/report-faults'
import { readEventOrTags } from '../apply/tags-csv'
import { byCommandLine } from '../common/command-line'
import { type Output, plural, printResult } from '../common/output'
import { progressTo } from '../common/progress'
import { withDatabase } from '../common/with-database'
import { readTextFile } from '../files/read-text-file'
import { makeBoothTags } from './booth-tags'
import { makeTags } from './make-tags'
import { printTags } from './print-tags'
import { parseBoothsOrder, parsePrintOrder, parseTagOrder, type TagKind, type TagOptions } from './tag-order'

/** Staff see team tags and those of their own booth; a bonus without a booth is known only to the organiser. */
function writingAdvice({ nfc_type, vendor_id }: TagKind, publicUrl: URL): string {
  if (nfc_type === 'bonus' && vendor_id === null) return 'NFC tags can be written from the .csv with any app for that.'
  const anybody = nfc_type === 'vendor' ? "each booth's staff" : "any booth's staff"
  const who = vendor_id === null ? anybody : `the staff of ${vendor_id}`
  return `NFC tags are written on an Android phone by ${who} at ${publicUrl.origin}/vendor/oznake, or from the .csv with any app for that.`
}

const PROOF_ADVICE =
  'Next: add their keys to the file that TAG_KEYS names, and write the templates of the .csv as docs/event-file.md says.\n'

/** `tags --from`: a sheet for tags that exist. */
async function printSheet(
  location: DatabaseLocation,
  publicUrl: URL,
  options: TagOptions & { readonly from: string },
  output: Output,
): Promise<void> {
  const { from, out } = parsePrintOrder(options)
  const text = await readTextFile(from)
  await withDatabase(location, async ({ read }) => {
    const { file } = await reportFaults(from, { output, json: options.json }, async () =>
      readEventOrTags(text, from, await readKnownEvent(read)),
    )
    const onProgress = progressTo(output, (drawn) => `${drawn} QR codes drawn`)
    const { paths, count } = await printTags(read, file, { path: from, out, publicUrl, onProgress })
    printResult(
      output,
      options.json === true,
      { sheet: paths.find((path) => path.endsWith('.html')) ?? null, files: paths, tags: count },
      `${paths.join('\n')}: ${plural(count, 'tag')}\n`,
    )
    if (publicUrl.protocol !== 'https:') output.note(`Warning: the tags lead to ${publicUrl.origin}, which is not https.\n`)
  })
}

/** `tags`: makes tags with a table and a sheet to print, and prints the next steps. */
export async function tags(location: DatabaseLocation, publicUrl: URL, options: TagOptions, output: Output): Promise<void> {
  const { from } = options
  if (from !== undefined) return await printSheet(location, publicUrl, { ...options, from }, output)
  const [booths, by] = [parseBoothsOrder(options), byCommandLine(options.reason)]
  const order = booths ?? parseTagOrder(options)
  await withDatabase(location, async (db) => {
    const warnings = (await isDemoEvent(db.read))
      ? [
          'this database holds the demo event, and the tags belong to it alone; for a real event name its database in DATABASE_URL',
        ]
      : []
    if (publicUrl.protocol !== 'https:') {
      warnings.push(
        `the tags lead to ${publicUrl.origin}, which is not https; before you print or write any, set PUBLIC_URL to the event's https address and make new ones`,
      )
    }
    const onProgress = progressTo(output, (drawn) => `${drawn} QR codes drawn`)
    const surroundings = { db, publicUrl, now: Date.now(), by, onProgress }
    const made = await (order.count === null ? makeBoothTags(order.out, surroundings) : makeTags(order, surroundings))
    printResult(
      output,
      options.json === true,
      { csv: made.csvPath, sheet: made.sheetPath === '' ? null : made.sheetPath, tags: made.ids.length },
      `+ ${plural(made.ids.length, `${order.kind.nfc_type} tag`)}\n${made.csvPath}\n${made.sheetPath === '' ? '' : `${made.sheetPath}\n`}`,
    )
    output.note(
      made.sheetPath === ''
        ? PROOF_ADVICE
        : `Next: print ${made.sheetPath} on A4 at 100 % and cut it up.\n${writingAdvice(order.kind, publicUrl)}\n`,
    )
    for (const warning of warnings) output.note(`Warning: ${warning}.\n`)
  })
}
