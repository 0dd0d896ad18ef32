import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Table } from '#rules/csv'
import { placesUpTo } from '#rules/prizes'
import type { Reader } from '#server/db/database'
import { readMembers, readPlaces } from '#server/exports'
import { Failure } from '#server/failure'
import { escapeHtml } from '#texts/escape-html'
import { counted, nouns } from '#texts/nouns'
import { prizeTexts } from '#texts/printed'
import { type Output, onEvent, plural, recordCommand } from '../common/command'
import { isXlsx, tableFile } from '../files/csv'
import { type OutFlags, writeWhole } from '../files/files'

interface Person {
  readonly name: string
  readonly mobile: string
}

/** A team that gets a prize. */
interface Winner {
  readonly place: number
  /** Whether another team has the same place. */
  readonly shared: boolean
  readonly teamName: string
  readonly points: number
  readonly captain: Person
  /** Without the captain. */
  readonly members: readonly Person[]
}

/** The teams of the first places, with all who share the last of them. Throws `Failure` if no team has points. */
async function readWinners(db: Reader, top: number): Promise<readonly Winner[]> {
  const placed = placesUpTo(await readPlaces(db), top)
  if (placed.length === 0) throw new Failure('No team has points yet.')
  const members = await readMembers(db)
  return placed.map(({ teamId, teamName, rank, points, shared }) => {
    const [captain, ...others] = (members.get(teamId) ?? []).map(({ first_name, last_name, mobile }) => {
      return { name: `${first_name} ${last_name}`, mobile }
    })
    return { place: rank, shared, teamName, points, captain: captain ?? { name: '', mobile: '' }, members: others }
  })
}

/** In mm, so that a page is A4 on every printer. A team is not torn apart by the end of a page. */
const STYLE = `
@page { size: A4; margin: 15mm }
* { box-sizing: border-box; margin: 0 }
body { color: #000; background: #fff; font: 4.2mm/1.35 system-ui, sans-serif }
main { max-width: 180mm; margin: 0 auto }
h1 { font-size: 8mm; line-height: 1.2 }
header { margin-bottom: 6mm }
section { break-inside: avoid; border-top: .4mm solid #000; padding: 3mm 0 6mm }
h2 { font-size: 6mm; line-height: 1.2; overflow-wrap: anywhere }
.place { font-weight: 600 }
table { width: 100%; margin-top: 2mm; border-collapse: collapse }
th, td { padding: .8mm 3mm .8mm 0; border-bottom: .2mm solid #999; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { font-weight: 400 }
td:first-child { width: 55% }
td.number { white-space: nowrap }
tr.captain td { font-weight: 600 }
@media screen { main { margin: 6mm auto; padding: 0 4mm } }`

function drawTeam({ place, shared, teamName, points, captain, members }: Winner): string {
  const row = ({ name, mobile }: Winner['captain'], is: 'captain' | 'member') =>
    `<tr class="${is}"><td>${escapeHtml(name)}</td><td class="number">${escapeHtml(mobile)}</td><td>${is === 'captain' ? prizeTexts.captain : ''}</td></tr>`
  return `<section><p class="place">${prizeTexts.place(place)}${shared ? ` · ${prizeTexts.shared}` : ''} · ${counted(points, nouns.point)}</p>
<h2>${escapeHtml(teamName)}</h2>
<table>${row(captain, 'captain')}${members.map((member) => row(member, 'member')).join('')}</table></section>`
}

/** A standalone HTML file of the teams that get a prize, with whom to call. */
function prizePage(winners: readonly Winner[], at: Date): string {
  return `<!doctype html>
<html lang="hr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${prizeTexts.title}</title>
<style>${STYLE}</style></head><body>
<main><header><h1>${prizeTexts.title}</h1><p>${prizeTexts.asOf(at)} · ${counted(winners.length, nouns.team)}</p></header>
${winners.map(drawTeam).join('\n')}</main>
</body></html>
`
}

const TOP_MAX = 1_000

function parseTop(text: string): number {
  const top = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (top < 1 || top > TOP_MAX) throw new Failure(`--top takes a whole number from 1 to ${TOP_MAX}: the last place with a prize.`)
  return top
}

/** A row for each person, so that numbers stand in cells of their own. */
function tableOf(winners: readonly Winner[]): Table {
  return [
    ['place', 'shared', 'team_name', 'points', 'role', 'name', 'mobile'],
    ...winners.flatMap(({ place, shared, teamName, points, captain, members }) =>
      [captain, ...members].map(({ name, mobile }, index) => {
        return [place, shared ? 'yes' : 'no', teamName, points, index === 0 ? 'captain' : 'member', name, mobile]
      }),
    ),
  ]
}

async function contentOf(file: string, winners: readonly Winner[]): Promise<string | Buffer> {
  if (isXlsx(file)) return await tableFile(file, tableOf(winners), ';')
  if (extname(file).toLowerCase() === '.html') return prizePage(winners, new Date())
  throw new Failure('--out takes a name that ends in .html to print, or in .xlsx.')
}

export function registerPrizes(program: Command, output: Output): void {
  program
    .command('prizes')
    .description('list the teams of the first places with whom to call, to print')
    .requiredOption('--top <N>', 'the last place with a prize; all who share it are listed')
    .requiredOption('--out <FILE>', 'FILE.html to print on A4, or FILE.xlsx')
    .option('--yes', 'replace the file where it exists, without asking', false)
    .addHelpText(
      'after',
      `
By the points as they are now, also during a freeze; hidden teams and teams without points have no place. With the names and
numbers of captain and members: delete it when the prizes are handed out.
  npm run event -- prizes --top 3 --out prizes.html`,
    )
    .action(async (flags: OutFlags & { top: string }) => {
      const [top, file] = [parseTop(flags.top), resolve(flags.out)]
      await onEvent(output, flags, async (db, by, print) => {
        const winners = await readWinners(db.read, top)
        await writeWhole(file, await contentOf(file, winners), { ...flags, output })
        await recordCommand(db, by, { what: 'export', about: 'prizes' })
        const teams = winners.map(({ place, shared, teamName, points }) => ({ place, shared, team_name: teamName, points }))
        print({ file, teams }, `${file}: ${plural(winners.length, 'team')}\n`)
      })
    })
}
