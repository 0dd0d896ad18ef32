import { Command } from 'commander'
import { COMMAND } from '#server/command-name'
import { registerApply } from './apply'
import { registerBackup } from './backup'
import { type CommandOutput, JSON_OPTION, REASON_OPTION } from './command'
import { registerLoginLink } from './login-link'
import { registerMove } from './move'
import { registerPurge } from './purge'
import { registerRehearse } from './rehearse'
import { registerReset } from './reset'
import { registerRestore } from './restore'
import { registerShow } from './show'
import { registerStatus } from './status'
import { registerVerify } from './verify'

/** Commands that change nothing and leave no entry in the audit trail. */
const UNRECORDED: ReadonlySet<string> = new Set(['show', 'status'])

/** The operator's command line. */
export function createProgram(output: CommandOutput): Command {
  const program = new Command(COMMAND)
    .description(
      'Prepares and runs the event. Reads DATABASE_URL and PUBLIC_URL as the server does, and works while the server runs.',
    )
    .showHelpAfterError()
  const registrations = [
    registerApply,
    registerShow,
    registerLoginLink,
    registerStatus,
    registerBackup,
    registerRestore,
    registerVerify,
    registerMove,
    registerReset,
    registerPurge,
    registerRehearse,
  ]
  for (const register of registrations) register(program, output)
  // Add the options that commands share, unless a command has its own wording.
  for (const command of program.commands) {
    const own = new Set(command.options.map(({ long }) => long))
    if (!UNRECORDED.has(command.name()) && !own.has('--reason')) command.option(...REASON_OPTION)
    if (!own.has('--json')) command.option(...JSON_OPTION)
  }
  return program
}
