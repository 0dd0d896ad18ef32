import type { Command } from 'commander'
import { readDatabaseLocation, readPublicUrl } from '#server/env'
import type { Output } from '../common/output'
import type { TagOptions } from './tag-order'
import { tags } from './tags-command'

export function registerTags(program: Command, output: Output): void {
  program
    .command('tags')
    .description('make new tags, a .csv of their addresses (PUBLIC_URL/s/<id>) and a sheet of QR codes for A4')
    .option('--from <FILE>', 'print a sheet for the tags that a .csv of this command or an event.json lists, and make none')
    .option('--count <N>', 'how many; always needed for new ones, but with --vendor all')
    .option(
      '--type <type>',
      'team (a team claims it), vendor (marks a booth) or bonus (points once per team); always needed for new ones',
    )
    .option('--vendor <id>', 'the booth that a vendor tag marks; all: one for each booth that has none')
    .option('--point-type <id>', 'the points that a bonus tag gives')
    .option('--proof <kind>', 'ntag424: bonus tags that prove each touch (NTAG 424 DNA); the .csv has what to write on them')
    .option('--out <DIR>', 'folder for the files, made where it is missing; always needed')
    .addHelpText(
      'after',
      `
Keep the .csv: "apply tags-team.csv" makes the same tags in another database, so that printed stickers go on to work.
New files get a number rather than replace those of other tags; --vendor all and --from replace what they wrote before: their
files list the tags of all booths, or of the file.
  npm run event -- tags --count 600 --type team --out tags
  npm run event -- tags --type vendor --vendor all --out tags
  npm run event -- tags --from tags/tags-team.csv --out again      # a sheet was lost`,
    )
    .action((options: TagOptions) => tags(readDatabaseLocation(process.env), readPublicUrl(process.env), options, output))
}
