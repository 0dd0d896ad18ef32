import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import { Failure } from '#server/failure'
import { JSON_FLAG, REASON } from '../common/command-line'
import { onEvent } from '../common/on-event'
import { type Output, plural } from '../common/output'
import { recordCommand } from '../common/record-command'
import { type ExportFlags, writeWhole } from '../export/write-whole'
import type { Table } from '../files/csv'
import { isXlsx, tableFile } from '../files/table-file'
import { prizePage } from './prize-page'
import { readWinners, type Winner } from './prize-winners'

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
    .option(...JSON_FLAG)
    .option(...REASON)
    .addHelpText(
      'after',
      `
By the points as they are now, also during a freeze; hidden teams and teams without points have no place. With the names and
numbers of captain and members: delete it when the prizes are handed out.
  npm run event -- prizes --top 3 --out prizes.html`,
    )
    .action(async (flags: ExportFlags & { top: string }) => {
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
