import type { Command } from 'commander'
import type { Reader } from '#server/db/database'
import { readPublicUrl } from '#server/env'
import { Failure } from '#server/failure'
import { type CommandFlags, onEvent } from '../common/on-event'
import { type Output, plural } from '../common/output'
import { stageFiles } from '../files/new-files'
import { makeBoothTags } from '../tags/booth-tags'
import { tagUrl } from '../tags/tag-template'
import { type Poster, posterSheet } from './poster-sheet'

/** The posters in the order of the booths, and the booths that have no tag to print. Throws `Failure` if there are no posters. */
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
  if (posters.length > 0) return { posters, untagged }
  throw new Failure(untagged.length === 0 ? 'The event has no booths yet.' : 'No booth has a tag yet: add --make-tags.')
}

export function registerPosters(program: Command, output: Output): void {
  program
    .command('posters')
    .description("make an A4 page for each booth, with its name, its points and its tag's QR code")
    .requiredOption('--out <DIR>', 'folder for the file, made where it is missing; posters of an earlier run in it are replaced')
    .option('--make-tags', 'first make a tag for each booth that has none, with its files', false)
    .addHelpText(
      'after',
      `
One file, posters.html, with a page for each booth in the order of the event file. A booth needs a tag of its own
(--make-tags, as tags --type vendor --vendor all); the others are named in a warning. Codes lead to PUBLIC_URL: print none
before it is final.
  npm run event -- posters --make-tags --out print`,
    )
    .action(async ({ out, makeTags, ...flags }: CommandFlags & { out: string; makeTags: boolean }) => {
      const publicUrl = readPublicUrl(process.env)
      await onEvent(output, flags, async (db, by, print) => {
        if (makeTags) {
          const { ids, csvPath, sheetPath } = await makeBoothTags(out, { db, publicUrl, now: Date.now(), by })
          output.note(`+ ${plural(ids.length, 'vendor tag')}\n${csvPath}\n${sheetPath}\n`)
        }
        const { posters, untagged } = await readPosters(db.read, publicUrl)
        const poster = { name: 'posters', extension: '.html', text: posterSheet(posters) }
        const files = await stageFiles(out, [poster], { replace: true })
        const [path = ''] = await files.publish()
        const result = { file: path, posters: posters.length, without_tag: untagged }
        print(result, `${path}: ${plural(posters.length, 'poster')}\n`)
        if (untagged.length > 0) {
          output.note(`Warning: no poster for booths without a tag (${untagged.join(', ')}); --make-tags makes them.\n`)
        }
        if (publicUrl.protocol !== 'https:') output.note(`Warning: the codes lead to ${publicUrl.origin}, which is not https.\n`)
      })
    })
}
