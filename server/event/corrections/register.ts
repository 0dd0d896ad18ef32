import type { Command } from 'commander'
import { readDatabaseLocation } from '../../env'
import { REASON } from '../command-line'
import type { Output } from '../output'
import { adjustCommand, announceCommand, awardCommand, freezeCommand, revealCommand, voidCommand } from './commands'

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
    .action((team: string, vendor: string, type: string, options: { reason: string; at?: string }) =>
      awardCommand(database(), team, vendor, type, options, output),
    )

  program
    .command('void')
    .description('void an entry of the ledger, at any time')
    .argument('<award_id>', 'id of the award')
    .requiredOption(...REASON)
    .action((awardId: string, options: { reason: string }) => voidCommand(database(), awardId, options, output))

  program
    .command('adjust')
    .description('add points to a team, or take them')
    .argument(...TEAM)
    .argument('<points>', 'from -10000 to 10000')
    .requiredOption(...REASON)
    .option('--id <id>', 'the same id counts once, however often the command runs')
    .action((team: string, points: string, options: { reason: string; id?: string }) =>
      adjustCommand(database(), team, points, options, output),
    )

  program
    .command('freeze')
    .description('show everybody but organisers the ranking as it is now, until reveal')
    .option(...REASON)
    .action((options: { reason?: string }) => freezeCommand(database(), options, output))

  program
    .command('reveal')
    .description('show everybody the ranking as it is')
    .option(...REASON)
    .action((options: { reason?: string }) => revealCommand(database(), options, output))

  program
    .command('announce')
    .description('send a message to the phones')
    .argument('<text>', '1 to 280 characters')
    .requiredOption('--to <whom>', 'all, players or staff')
    .option(...REASON)
    .action((text: string, options: { to: string; reason?: string }) => announceCommand(database(), text, options, output))
}
