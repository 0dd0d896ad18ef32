import { Command } from 'commander'
import { registerApply } from './apply/apply-command'
import { registerBackup } from './backup/register'
import { JSON_FLAG, REASON } from './common/command-line'
import type { Output } from './common/output'
import { registerCorrections } from './corrections/register'
import { registerExport } from './export/register'
import { registerInvite } from './invite/register'
import { registerLinks } from './links/register'
import { registerPosters } from './posters/register'
import { registerPrizes } from './prizes/prizes-command'
import { registerRehearse } from './rehearse/register'
import { registerLoginLink } from './sign-in/login-link-command'
import { registerStatus } from './status/status-command'
import { registerTags } from './tags/tags-command'
import { registerUpkeep } from './upkeep/register'
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
    registerInvite,
    registerTags,
    registerPosters,
    registerStatus,
    registerVerify,
    registerCorrections,
    registerBackup,
    registerExport,
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
