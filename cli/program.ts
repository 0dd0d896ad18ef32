import { Command } from 'commander'
import { registerApply } from './apply/apply-command'
import { registerBackup } from './backup/backup-command'
import { JSON_FLAG, type Output, REASON } from './common/command'
import { registerCorrections } from './corrections/correction-commands'
import { registerLinks } from './links/links-command'
import { registerPosters } from './posters/posters-command'
import { registerPrizes } from './prizes/prizes-command'
import { registerRehearse } from './rehearse'
import { registerLoginLink } from './sign-in/login-link-command'
import { registerStatus } from './status/status-command'
import { registerTags } from './tags/tags-command'
import { registerUpkeep } from './upkeep/personal-data'
import { registerVerify } from './verify/verify'

/** The organiser's command line. */
export function createProgram(output: Output): Command {
  const program = new Command('npm run event --')
    .description('Prepares and runs the event. Reads DATABASE_URL and PUBLIC_URL as the server does, and works beside it.')
    .showHelpAfterError()
  const registrations = [
    registerApply,
    registerLoginLink,
    registerLinks,
    registerTags,
    registerPosters,
    registerStatus,
    registerVerify,
    registerCorrections,
    registerBackup,
    registerPrizes,
    registerUpkeep,
    registerRehearse,
  ]
  for (const register of registrations) register(program, output)
  for (const command of program.commands) {
    const own = new Set(command.options.map(({ long }) => long))
    // `status` changes nothing.
    if (command.name() !== 'status' && !own.has('--reason')) command.option(...REASON)
    if (!own.has('--json')) command.option(...JSON_FLAG)
  }
  return program
}
