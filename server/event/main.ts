import { Command } from 'commander'
import { readDatabaseLocation, readPublicUrl, readSmsBudget } from '../env'
import { failureText } from '../failure-text'
import { registerBackup } from './backup/register'
import { REASON } from './command-line'
import { apply, loginLink, verify, withdrawLinks } from './commands'
import { registerCorrections } from './corrections/register'
import { registerExport } from './export/register'
import { registerInvite } from './invite/register'
import { registerLinks } from './links/register'
import type { Output } from './output'
import { registerPosters } from './posters/register'
import { registerRehearse } from './rehearse/register'
import { status } from './status-command'
import type { TagOptions } from './tags/tag-order'
import { tags } from './tags/tags-command'
import { registerUpkeep } from './upkeep/register'

const output: Output = {
  result: (text) => void process.stdout.write(text),
  note: (text) => void process.stderr.write(text),
}

const program = new Command('npm run event --')
  .description('Prepares and runs the event. Reads DATABASE_URL and PUBLIC_URL as the server does, and works beside it.')
  .showHelpAfterError()

program
  .command('apply')
  .description('bring the event to what a file says; applying it again changes nothing')
  .argument('<event.json>', 'settings, point types, booths with their staff, and tags; or the .csv that "tags" wrote')
  .option('--dry-run', 'only show what would change', false)
  .action((path: string, options: { dryRun: boolean }) => apply(readDatabaseLocation(process.env), path, options.dryRun, output))

program
  .command('login-link')
  .description('print a fresh link that signs a person in once')
  .argument('<who>', 'mobile number, e-mail, nickname, full name or id; where several fit, they are shown and none is taken')
  .option('--withdraw', "end all of that person's links, codes and sessions instead", false)
  .addHelpText(
    'after',
    `
Only the link is the result, the rest is a note, so that it can be piped. It works until it is used or
withdrawn, for whoever opens it first: give it to nobody else.
  npm run event -- login-link 0911234567
  npm run event -- login-link "Iva Horvat" --withdraw      # a phone was lost`,
  )
  .action((who: string, options: { withdraw: boolean }) => {
    const database = readDatabaseLocation(process.env)
    return options.withdraw ? withdrawLinks(database, who, output) : loginLink(database, readPublicUrl(process.env), who, output)
  })

program
  .command('tags')
  .description('make new tags, a .csv of their addresses (PUBLIC_URL/s/<id>) and a sheet of QR codes for A4')
  .option('--from <FILE>', 'print a sheet for the tags that a .csv of this command or an event.json lists, and make none')
  .option('--count <N>', 'how many; always needed for new ones')
  .option(
    '--type <type>',
    'team (a team claims it), vendor (marks a booth) or bonus (points once per team); always needed for new ones',
  )
  .option('--vendor <id>', 'the booth that a vendor tag marks')
  .option('--point-type <id>', 'the points that a bonus tag gives')
  .option('--out <DIR>', 'folder for the files, made where it is missing; no file in it is replaced; always needed')
  .addHelpText(
    'after',
    `
Keep the .csv: "apply tags-team.csv" makes the same tags in another database, so that printed stickers go on to work.
  npm run event -- tags --count 600 --type team --out tags
  npm run event -- tags --count 1 --type vendor --vendor arkade --out tags
  npm run event -- tags --from tags/tags-team.csv --out again      # a sheet was lost`,
  )
  .action((options: TagOptions) => tags(readDatabaseLocation(process.env), readPublicUrl(process.env), options, output))

program
  .command('status')
  .description('show the event in numbers: booths with what waits on their devices, awards an hour, SMS and their budget')
  .option('--watch', 'read again every 5 seconds until Ctrl-C', false)
  .option('--json', 'print as JSON; with --watch a line each time', false)
  .addHelpText(
    'after',
    `
"waiting" is what a booth's devices last said of awards that the server does not have yet; "?" if none has said. Awards and
refusals are those of the last hour. The budget is that of SMS_BUDGET and SMS_BUDGET_DAY, which must be set as for the server.`,
  )
  .action((flags: { watch: boolean; json: boolean }) =>
    status(readDatabaseLocation(process.env), {
      ...flags,
      budget: readSmsBudget(process.env),
      redraw: process.stdout.isTTY,
      output,
    }),
  )

program
  .command('verify')
  .description('recompute every score from the ledger and compare; ends with 1 where one differs')
  .option('--repair', 'put right what differs', false)
  .option('--json', 'print the differences as JSON', false)
  .option(...REASON)
  .action(({ repair, json, reason }: { repair: boolean; json: boolean; reason?: string }) =>
    verify(readDatabaseLocation(process.env), repair, output, json, reason),
  )

registerBackup(program, output)

registerExport(program, output)

registerLinks(program, output)

registerInvite(program, output)

registerPosters(program, output)

registerCorrections(program, output)

registerUpkeep(program, output)

registerRehearse(program, output)

try {
  await program.parseAsync()
} catch (reason) {
  const sentence = failureText(reason)
  if (sentence === null) throw reason
  output.note(`${sentence}\n`)
  process.exitCode = 1
}
