import type { Command } from 'commander'
import { MESSAGE_TO } from '#contract/entities'
import { normaliseText } from '#rules/text'
import { announce } from '#server/corrections/announce'
import { closeResults, freeze, reopenResults, reveal } from '#server/corrections/results'
import { Failure } from '#server/failure'
import { localTime } from '#server/time'
import type { CommandFlags, Output } from '../common/command'
import { registerLate } from './late'
import { correct, registerPoints } from './points'

/** What the control room does, for the command line. */
export function registerCorrections(program: Command, output: Output): void {
  registerPoints(program, output)

  program
    .command('freeze')
    .description('show everybody the ranking as it is now, until reveal')
    .addHelpText(
      'after',
      `
Own points stay live on every card; awards go on to count. Frozen twice, it stays at the first moment.
  npm run event -- freeze --reason "the last hour"`,
    )
    .action((flags: CommandFlags) =>
      correct(output, flags, async (game, by, print) => {
        const at = localTime(await freeze(game, by))
        print({ frozen_at: at }, `Frozen since ${at}: everybody sees the ranking of that moment.\n`)
      }),
    )

  program
    .command('reveal')
    .description('show everybody the ranking as it is')
    .addHelpText(
      'after',
      `
The screen at /poredak reveals it place by place.
  npm run event -- reveal`,
    )
    .action((flags: CommandFlags) =>
      correct(output, flags, async (game, by, print) => {
        await reveal(game, by)
        print({ frozen_at: null }, 'Revealed: everybody sees the ranking as it is.\n')
      }),
    )

  program
    .command('close')
    .description('close the results: what arrives later counts only if you accept it')
    .addHelpText(
      'after',
      `
What was recorded before stays; your own awards, voids and adjustments count as ever. Closed twice, it stays at the first moment.
  npm run event -- close --reason "the prizes"`,
    )
    .action((flags: CommandFlags) =>
      correct(output, flags, async (game, by, print) => {
        const { closedAt, isNew } = await closeResults(game, by)
        const at = localTime(closedAt)
        const text = isNew
          ? `Results are closed since ${at}: what arrives from now on is kept for you, see late.\n`
          : `Results are closed already, since ${at}; nothing was changed.\n`
        print({ closed_at: at }, text)
      }),
    )

  program
    .command('reopen')
    .description('open closed results again; what came late stays late')
    .addHelpText(
      'after',
      `
  npm run event -- reopen --reason "a second round"`,
    )
    .action((flags: CommandFlags) =>
      correct(output, flags, async (game, by, print) => {
        const text = (await reopenResults(game, by))
          ? 'Results are open: what arrives counts again. What came late stays late until it is accepted.\n'
          : 'Results are open already; nothing was changed.\n'
        print({ closed_at: null }, text)
      }),
    )

  registerLate(program, output)

  program
    .command('announce')
    .description('send a message to the phones')
    .argument('<text>', '1 to 280 characters')
    .requiredOption('--to <whom>', 'all, players or staff')
    .addHelpText(
      'after',
      `
Open apps show it within a second; later it is under "Poruke organizatora" in the menu.
  npm run event -- announce "Zatvaramo u 18 h." --to all`,
    )
    .action(async (typed: string, flags: CommandFlags & { to: string }) => {
      const to = MESSAGE_TO.find((known) => known === flags.to)
      if (to === undefined) throw new Failure(`--to is one of ${MESSAGE_TO.join(', ')}.`)
      const text = normaliseText(typed)
      if (text === '') throw new Failure('A message needs a text.')
      await correct(output, flags, async (game, by, print) => {
        const id = await announce(game, by, text, to)
        print({ message_id: id, to }, `Sent to ${to} (${id}).\n`)
      })
    })
}
