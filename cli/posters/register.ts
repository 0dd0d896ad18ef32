import type { Command } from 'commander'
import type { Reader } from '#server/db/database'
import { readPublicUrl } from '#server/env'
import { Failure } from '#server/failure'
import { type CommandFlags, onEvent } from '../common/on-event'
import { type Output, plural } from '../common/output'
import { stageFiles } from '../files/new-files'
import { makeBoothTags, readBoothTags } from '../tags/booth-tags'
import { tagUrl } from '../tags/tag-template'
import { type Poster, posterSheet } from './poster-sheet'

/** The posters in the order of the booths, and the booths that have no tag to print. Throws `Failure` if there are no posters. */
async function readPosters(db: Reader, publicUrl: URL): Promise<{ posters: Poster[]; untagged: string[] }> {
  const tags = await readBoothTags(db)
  const offers = await db
    .selectFrom('vendor_point_types')
    .innerJoin('point_types', 'point_types.point_type', 'vendor_point_types.point_type')
    .orderBy('vendor_point_types.position')
    .select(['vendor_point_types.vendor_id', 'point_types.label', 'point_types.points'])
    .execute()
  // The newest may be the one that replaced a lost one, but all of them work; the oldest is on the earlier prints.
  const oldest = tags.filter(({ vendor_id }, index) => vendor_id !== tags[index - 1]?.vendor_id)
  const posters = oldest.flatMap(({ vendor_id, name, location, nfc_id }) => {
    const pointTypes = offers.filter((offer) => offer.vendor_id === vendor_id)
    return nfc_id === null ? [] : [{ name, location, pointTypes, url: tagUrl(nfc_id, publicUrl) }]
  })
  if (posters.length === 0) throw new Failure('No booth has a tag yet: add --make-tags.')
  return { posters, untagged: oldest.flatMap(({ vendor_id, nfc_id }) => (nfc_id === null ? [vendor_id] : [])) }
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
