import type { Command } from 'commander'
import { readDatabaseLocation } from '#server/env'
import { JSON_FLAG, REASON } from '../common/command-line'
import type { Output } from '../common/output'
import { registerClosing } from './closing'
import {
  adjustCommand,
  announceCommand,
  awardCommand,
  freezeCommand,
  moveAwardCommand,
  revealCommand,
  voidCommand,
} from './commands'

const TEAM = ['<team>', 'name or id of a team'] as const

/** What the control room does, for the command line. */
export function registerCorrections(program: Command, output: Output): void {
  const database = () => readDatabaseLocation(process.env)

  program
    .command('award')
    .description('give a team what a booth should have given')
    .argument(...TEAM)
    .argument('<vendor>', 'id of the booth')
    .argument('<point_type>', 'id of the type of points')
    .requiredOption(...REASON)
    .option('--at <time>', 'when it was earned, with the zone; now by default')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Judged as if the booth had given it: the pause and the event's window count, and it is no older than 48 hours. Booths and types
have the ids of the event file. What a lost phone still held is entered like this.
  npm run event -- award "Crveni Vukovi" arkade pobjeda --at 2026-05-09T14:05:00+02:00 --reason "the booth's phone was lost"`,
    )
    .action((team: string, vendor: string, type: string, options: { reason: string; at?: string; json: boolean }) =>
      awardCommand(database(), team, vendor, type, options, output),
    )

  program
    .command('void')
    .description('void an entry of the ledger, at any time')
    .argument('<award_id>', 'id of the award')
    .requiredOption(...REASON)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
The entry stays in the ledger and counts no more. Its id is in "export awards", and in the control room beside the team.
  npm run event -- void 0b9e…-3c1f --reason "given to the wrong team"`,
    )
    .action((awardId: string, options: { reason: string; json: boolean }) => voidCommand(database(), awardId, options, output))

  program
    .command('move-award')
    .description('give an award to the team that earned it')
    .argument('<award_id>', 'id of the award')
    .argument(...TEAM)
    .requiredOption(...REASON)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Voided there and recorded here in one step, at the time it was made, with its points, booth and type; pauses do not count. Moved
twice, it moves once. A booth scanned the wrong code:
  npm run event -- move-award 0b9e…-3c1f "Plavi Zmajevi" --reason "the other team's card"`,
    )
    .action((awardId: string, team: string, options: { reason: string; json: boolean }) =>
      moveAwardCommand(database(), awardId, team, options, output),
    )

  program
    .command('adjust')
    .description('add points to a team, or take them')
    .argument(...TEAM)
    .argument('<points>', 'from -10000 to 10000')
    .requiredOption(...REASON)
    .option('--id <id>', 'the same id counts once, however often the command runs')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
No pause and no event window; it goes to no booth.
  npm run event -- adjust "Crveni Vukovi" 25 --reason "photo contest"
  npm run event -- adjust "Crveni Vukovi" -50 --reason "unfair play"`,
    )
    .action((team: string, points: string, options: { reason: string; id?: string; json: boolean }) =>
      adjustCommand(database(), team, points, options, output),
    )

  program
    .command('freeze')
    .description('show everybody the ranking as it is now, until reveal')
    .option(...REASON)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Own points stay live on every card; awards go on to count. Frozen twice, it stays at the first moment.
  npm run event -- freeze --reason "the last hour"`,
    )
    .action((options: { reason?: string; json: boolean }) => freezeCommand(database(), options, output))

  program
    .command('reveal')
    .description('show everybody the ranking as it is')
    .option(...REASON)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
The screen at /poredak reveals it place by place.
  npm run event -- reveal`,
    )
    .action((options: { reason?: string; json: boolean }) => revealCommand(database(), options, output))

  registerClosing(program, output)

  program
    .command('announce')
    .description('send a message to the phones')
    .argument('<text>', '1 to 280 characters')
    .requiredOption('--to <whom>', 'all, players or staff')
    .option(...REASON)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Open apps show it within a second; later it is under "Poruke organizatora" in the menu.
  npm run event -- announce "Zatvaramo u 18 h." --to all`,
    )
    .action((text: string, options: { json: boolean; to: string; reason?: string }) =>
      announceCommand(database(), text, options, output),
    )
}
