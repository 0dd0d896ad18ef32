import { existsSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import { audit } from '#server/corrections/correction'
import type { Database, Reader } from '#server/db/database'
import { BY_NICKNAME } from '#server/db/queries/accounts'
import { readPublicUrl } from '#server/env'
import { Failure } from '#server/failure'
import { hashSecret, randomToken } from '#server/random'
import { signInLink } from '#server/sms/sms'
import { linkCardTexts } from '#texts/printed'
import { confirm, type Output, onEvent, plural } from '../common/command'
import { parseSeparator, SEPARATOR, type Separator, tableFile } from '../files/csv'
import { type OutFlags, stagePrivateFile } from '../files/files'
import { qrSheet } from '../paper/qr-sheet'

/** For whom links are made. */
export type Wanted = ({ readonly who: 'staff'; readonly vendorId: string | undefined } | { readonly who: 'organisers' }) & {
  readonly notSignedIn: boolean
}

/** Staff in the order of their booths on screen, or organisers; without the blocked, whom a link would not sign in. */
async function readPeople(db: Reader, who: Wanted['who']) {
  return await db
    .selectFrom('users')
    .leftJoin('vendors', 'vendors.vendor_id', 'users.vendor_id')
    .where('users.blocked_at', 'is', null)
    .where(who === 'staff' ? 'users.vendor_id' : 'users.organiser_since', 'is not', null)
    .orderBy('vendors.position')
    .orderBy('vendors.vendor_id')
    .orderBy(BY_NICKNAME)
    .select(['users.user_id', 'users.first_name', 'users.last_name', 'users.nickname', 'users.mobile'])
    .select(['vendors.vendor_id', 'vendors.name as vendor_name', 'users.first_signed_in_at'])
    .execute()
}
export type LinkedPerson = Awaited<ReturnType<typeof readPeople>>[number]

/** Why there is nobody. */
async function nobody(db: Reader, wanted: Wanted): Promise<Failure> {
  if (wanted.who === 'organisers')
    return new Failure('The event has no organisers yet; name them in the event file and apply it.')
  const { vendorId } = wanted
  if (vendorId === undefined) return new Failure('No booth has staff yet; name them in the event file and apply it.')
  const vendors = await db.selectFrom('vendors').orderBy('position').select('vendor_id').execute()
  const known = vendors.map(({ vendor_id }) => vendor_id)
  if (known.includes(vendorId)) return new Failure(`The booth "${vendorId}" has no staff who may sign in.`)
  return new Failure(`There is no booth "${vendorId}"; the event knows ${known.length === 0 ? 'none yet' : known.join(', ')}.`)
}

/** The people who get a link. Throws `Failure` if there is nobody. */
export async function findPeople(db: Reader, wanted: Wanted): Promise<readonly LinkedPerson[]> {
  const vendorId = wanted.who === 'staff' ? wanted.vendorId : undefined
  const people = (await readPeople(db, wanted.who)).filter(({ vendor_id }) => vendorId === undefined || vendor_id === vendorId)
  if (people.length === 0) throw await nobody(db, wanted)
  const left = wanted.notSignedIn ? people.filter(({ first_signed_in_at }) => first_signed_in_at === null) : people
  if (left.length === 0) throw new Failure('All of them have signed in already, so no link was made.')
  return left
}

interface FreshLink extends LinkedPerson {
  readonly token: string
  readonly link: string
}

export const LINK_FORMATS = ['csv', 'xlsx', 'html'] as const
export type LinkFormat = (typeof LINK_FORMATS)[number]

const COLUMNS = ['vendor_id', 'vendor_name', 'first_name', 'last_name', 'nickname', 'mobile', 'link'] as const

async function contentOf(links: readonly FreshLink[], { file, format, publicUrl, separator }: Order): Promise<string | Buffer> {
  switch (format) {
    case 'csv':
    case 'xlsx':
      return await tableFile(file, [COLUMNS, ...links.map((one) => COLUMNS.map((column) => one[column]))], separator)
    case 'html':
      return qrSheet({
        cards: links.map(({ first_name, last_name, vendor_name, link }) => {
          const name = `${first_name} ${last_name}`
          return {
            url: link,
            alt: linkCardTexts.code(name),
            kind: vendor_name ?? linkCardTexts.organiser,
            line: { is: 'name', text: name },
          }
        }),
        title: linkCardTexts.title,
        heading: linkCardTexts.heading(publicUrl.host),
      })
  }
}

interface Order {
  readonly file: string
  readonly format: LinkFormat
  readonly separator: Separator
  readonly reason: string | null
  readonly publicUrl: URL
  /** ms since the epoch. */
  readonly now: number
}

/**
 * Makes a link for each of these people and writes them into one file. It is complete on disk before the links work, so that no
 * link exists that nobody can hand out.
 */
export async function writeLinks(db: Database, people: readonly LinkedPerson[], order: Order): Promise<void> {
  const { file, reason, publicUrl, now } = order
  const links = people.map((one) => {
    const token = randomToken()
    return { ...one, token, link: signInLink(publicUrl, one.user_id, token) }
  })
  const staged = await stagePrivateFile(file, await contentOf(links, order))
  try {
    await db.write({ on: 'accounts' }, async (writer, tell) => {
      tell('nobody')
      for (const { user_id, token } of links) {
        const row = { token_hash: hashSecret(token), user_id, created_at: now }
        await writer.insertInto('organiser_links').values(row).execute()
        await audit(writer, now, { userId: null, reason }, { what: 'sign_in_link', person_id: user_id })
      }
    })
  } catch (failure) {
    await staged.discard()
    throw failure
  }
  await staged.publish()
}

interface Flags extends OutFlags {
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
