import { existsSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import { readPublicUrl } from '#server/env'
import { Failure } from '#server/failure'
import { confirm } from '../common/confirm'
import { onEvent } from '../common/on-event'
import { type Output, plural } from '../common/output'
import type { ExportFlags } from '../export/write-whole'
import { parseSeparator, SEPARATOR } from '../files/table-file'
import { findPeople, type Wanted } from './people'
import { LINK_FORMATS, type LinkFormat, writeLinks } from './write-links'

interface Flags extends ExportFlags {
  readonly staff: boolean
  readonly organisers: boolean
  readonly vendor?: string
  readonly notSignedIn: boolean
  readonly separator: string
}

function formatOf(file: string): LinkFormat {
  const format = LINK_FORMATS.find((known) => `.${known}` === extname(file).toLowerCase())
  if (format !== undefined) return format
  throw new Failure('--out takes a name that ends in .xlsx or .csv for a list, or in .html for cards with QR codes.')
}

/** For whom. Throws `Failure` with what to write instead. */
function parseWanted({ staff, organisers, vendor, notSignedIn }: Flags): Wanted {
  if (staff === organisers) throw new Failure('Say for whom: either --staff, everybody at a booth, or --organisers.')
  if (staff) return { who: 'staff', vendorId: vendor, notSignedIn }
  if (vendor !== undefined) throw new Failure('An organiser belongs to no booth: leave --vendor out, or write --staff.')
  return { who: 'organisers', notSignedIn }
}

export function registerLinks(program: Command, output: Output): void {
  program
    .command('links')
    .description('make a fresh sign-in link for many people at once, as a list or as cards to cut up')
    .option('--staff', 'for everybody at a booth; it or --organisers is needed', false)
    .option('--organisers', 'for the organisers', false)
    .option('--vendor <ID>', 'only for the staff of this booth')
    .option('--not-signed-in', 'only for those who have never signed in', false)
    .requiredOption('--out <FILE>', 'FILE.xlsx or FILE.csv for a list, FILE.html for cards with QR codes on A4')
    .option(...SEPARATOR)
    .option('--yes', 'replace the file where it exists, without asking', false)
    .addHelpText(
      'after',
      `
A link signs its person in once, on the phone that opens it first, and works until it is used or withdrawn
(login-link WHO --withdraw). Links of earlier files go on to work. Blocked people get none.
Cards lead to PUBLIC_URL: print none before it is final.
  npm run event -- links --staff --out cards.html
  npm run event -- links --staff --vendor arkade --out arkade.csv
  npm run event -- links --organisers --not-signed-in --out organisers.xlsx`,
    )
    .action(async (flags: Flags) => {
      const [wanted, file, separator] = [parseWanted(flags), resolve(flags.out), parseSeparator(flags.separator)]
      const [format, publicUrl] = [formatOf(file), readPublicUrl(process.env)]
      await onEvent(output, flags, async (db, { reason }, print) => {
        const people = await findPeople(db.read, wanted)
        if (existsSync(file)) await confirm(`${file} exists. Replace it?`, { ...flags, output })
        await writeLinks(db, people, { file, format, separator, reason, publicUrl, now: Date.now() })
        print({ file, links: people.length }, `${file}: ${plural(people.length, 'link')}\n`)
        output.note(
          'Each signs its person in once. Whoever holds the file can sign in as them: delete it when they are handed out.\n',
        )
      })
    })
}
