import type { Command } from 'commander'
import type { Reader } from '#server/db/database'
import type { DatabaseLocation } from '#server/db/open'
import { readDatabaseLocation, readPublicUrl } from '#server/env'
import { Failure } from '#server/failure'
import { JSON_FLAG } from '../common/command-line'
import { type Output, plural, printResult } from '../common/output'
import { withDatabase } from '../common/with-database'
import { stageFiles } from '../files/new-files'
import { tagUrl } from '../tags/print-tags'
import { type Poster, posterSheet } from './poster-sheet'

/** The posters in the order of the booths, and the booths that have no tag to print. */
async function readPosters(db: Reader, publicUrl: URL): Promise<{ posters: Poster[]; untagged: string[] }> {
  const vendors = await db.selectFrom('vendors').selectAll().orderBy('position').orderBy('vendor_id').execute()
  const offers = await db
    .selectFrom('vendor_point_types')
    .innerJoin('point_types', 'point_types.point_type', 'vendor_point_types.point_type')
    .orderBy('vendor_point_types.position')
    .select(['vendor_point_types.vendor_id', 'point_types.label', 'point_types.points'])
    .execute()
  const tags = await db
    .selectFrom('tags')
    .where('nfc_type', '=', 'vendor')
    // The newest may be the one that replaced a lost one, but all of them work; the oldest is on the earlier prints.
    .orderBy('created_at')
    .orderBy('nfc_id')
    .select(['nfc_id', 'vendor_id'])
    .execute()
  const posters: Poster[] = []
  const untagged: string[] = []
  for (const { vendor_id, name, location } of vendors) {
    const tag = tags.find((one) => one.vendor_id === vendor_id)
    if (tag === undefined) {
      untagged.push(vendor_id)
      continue
    }
    const pointTypes = offers.filter((offer) => offer.vendor_id === vendor_id)
    posters.push({ name, location, pointTypes, url: tagUrl(tag.nfc_id, publicUrl) })
  }
  return { posters, untagged }
}

/** `posters` */
export async function postersCommand(
  location: DatabaseLocation,
  publicUrl: URL,
  { out, json = false }: { readonly out: string; readonly json?: boolean },
  output: Output,
): Promise<void> {
  await withDatabase(location, async ({ read }) => {
    const { posters, untagged } = await readPosters(read, publicUrl)
    const advice = `npm run event -- tags --count 1 --type vendor --vendor ${untagged[0] ?? 'ID'} --out tags`
    if (posters.length === 0) {
      throw new Failure(untagged.length === 0 ? 'The event has no booths yet.' : `No booth has a tag yet; make one: ${advice}.`)
    }
    const files = await stageFiles(out, [{ name: 'posters', extension: '.html', text: posterSheet(posters) }])
    const [path = ''] = await files.publish()
    const result = { file: path, posters: posters.length, without_tag: untagged }
    printResult(output, json, result, `${path}: ${plural(posters.length, 'poster')}\n`)
    if (untagged.length > 0)
      output.note(`Warning: no poster for booths without a tag (${untagged.join(', ')}); make one: ${advice}\n`)
    if (publicUrl.protocol !== 'https:') output.note(`Warning: the codes lead to ${publicUrl.origin}, which is not https.\n`)
  })
}

export function registerPosters(program: Command, output: Output): void {
  program
    .command('posters')
    .description("make an A4 page for each booth, with its name, its points and its tag's QR code")
    .requiredOption('--out <DIR>', 'folder for the file, made where it is missing; no file in it is replaced')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
One file, posters.html, with a page for each booth in the order of the event file. A booth needs a tag of its own
(tags --type vendor); the others are named in a warning. Codes lead to PUBLIC_URL: print none before it is final.
  npm run event -- posters --out print`,
    )
    .action((options: { out: string; json: boolean }) =>
      postersCommand(readDatabaseLocation(process.env), readPublicUrl(process.env), options, output),
    )
}
