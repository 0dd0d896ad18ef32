import type { Command } from 'commander'
import type { Reader } from '#server/db/database'
import { readPublicUrl } from '#server/env'
import { Failure } from '#server/failure'
import { escapeHtml } from '#texts/escape-html'
import { counted, nouns } from '#texts/nouns'
import { boothPosterTexts } from '#texts/printed'
import { type CommandFlags, type Output, onEvent, plural } from '../common/command'
import { stageFiles } from '../files/files'
import { largestSize, lineCount, qrCode, textWidth } from '../paper/qr-sheet'
import { makeBoothTags, readBoothTags, tagUrl } from '../tags/make-tags'

export interface Poster {
  readonly name: string
  readonly location: string
  readonly pointTypes: readonly { readonly label: string; readonly points: number }[]
  /** The address of the booth's tag. */
  readonly url: string
}

/** In mm. A page is A4 minus its margins, the code at least so large that it is scanned from some steps away. */
const PAGE = { width: 186, height: 272 }
const CODE_LEAST = 90
const SCAN = 12
const GAP = 6

const NAME = { sizes: [9, 34], height: 70, leading: 1.2 } as const
/** Many types of points leave the name less room. */
const MANY_TYPES = 8
const NAME_ABOVE_MANY = { ...NAME, height: 45 } as const
const LOCATION = { sizes: [4, 8], height: 17, leading: 1.3 } as const
/** `row`: what a row takes besides its lines. */
const TYPES = { sizes: [2, 9], width: 165, between: 5, leading: 1.25, row: 1.2 } as const

const STYLE = `
@page { size: A4; margin: 12mm }
* { box-sizing: border-box; margin: 0 }
body { color: #000; background: #fff; font: 6mm/1.3 system-ui, sans-serif }
.advice { max-width: ${PAGE.width}mm; margin: 6mm auto; font-size: 4.5mm }
.page { width: ${PAGE.width}mm; height: ${PAGE.height}mm; margin: 0 auto; break-after: page; overflow: hidden; display: flex; flex-direction: column; align-items: center; gap: ${GAP}mm; text-align: center }
.page:last-child { break-after: auto }
header { width: 100% }
h2 { line-height: ${NAME.leading}; overflow-wrap: anywhere }
.location { line-height: ${LOCATION.leading}; color: #333; overflow-wrap: anywhere }
ul { width: ${TYPES.width}mm; padding: 0; list-style: none; line-height: ${TYPES.leading} }
li { display: flex; justify-content: space-between; gap: ${TYPES.between}mm; padding: .4mm 0; border-bottom: .25mm solid #999; text-align: left }
li span { overflow-wrap: anywhere }
li b { white-space: nowrap }
.code { flex: 1; min-height: 0; width: 100%; display: flex; flex-direction: column; justify-content: center }
img { flex: 0 1 ${PAGE.width - 20}mm; min-height: 0; width: 100% }
@media screen { .page { margin-bottom: 20mm } }
@media print { .advice { display: none } }`

interface Space {
  readonly sizes: readonly [least: number, most: number]
  readonly height: number
  readonly leading: number
}

/** A text in the largest type that fits its space, and how high it is then. */
function fitted(text: string, { sizes, height, leading }: Space): { readonly size: number; readonly height: number } {
  const heightAt = (size: number) => lineCount(text, size, PAGE.width) * size * leading
  const size = largestSize(sizes, (one) => heightAt(one) <= height)
  return { size, height: heightAt(size) }
}

function typesHeight(types: Poster['pointTypes'], size: number): number {
  return types.reduce((sum, { label, points }) => {
    const width = TYPES.width - TYPES.between - textWidth(counted(points, nouns.point)) * size
    return sum + lineCount(label, size, width) * size * TYPES.leading + TYPES.row
  }, 0)
}

function drawPoster({ name, location, pointTypes, url }: Poster): string {
  const [title, place] = [fitted(name, pointTypes.length > MANY_TYPES ? NAME_ABOVE_MANY : NAME), fitted(location, LOCATION)]
  const left = PAGE.height - title.height - place.height - CODE_LEAST - SCAN - 2 * GAP
  const size = largestSize(TYPES.sizes, (one) => typesHeight(pointTypes, one) <= left)
  const types = pointTypes.map(
    ({ label, points }) => `<li><span>${escapeHtml(label)}</span><b>${counted(points, nouns.point)}</b></li>`,
  )
  const list = types.length === 0 ? '' : `<ul style="font-size: ${size}mm">${types.join('')}</ul>`
  const where = location === '' ? '' : `<p class="location" style="font-size: ${place.size}mm">${escapeHtml(location)}</p>`
  return `<section class="page"><header><h2 style="font-size: ${title.size}mm">${escapeHtml(name)}</h2>${where}</header>
${list}
<div class="code">${qrCode(url, boothPosterTexts.code(name))}<p>${boothPosterTexts.scan}</p></div></section>`
}

/** A standalone HTML file with an A4 page for each booth. */
export function posterSheet(posters: readonly Poster[]): string {
  return `<!doctype html>
<html lang="hr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${boothPosterTexts.title}</title>
<style>${STYLE}</style></head><body>
<header class="advice"><h1>${boothPosterTexts.title}</h1><p>${boothPosterTexts.howToPrint}</p></header>
<main>${posters.map(drawPoster).join('\n')}</main>
</body></html>
`
}

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
