import { audit } from '#server/corrections/correction'
import type { Database } from '#server/db/database'
import { hashSecret, randomToken } from '#server/random'
import { signInLink } from '#server/sms/sms'
import { linkCardTexts } from '#texts/printed'
import type { Separator } from '../files/csv'
import { stagePrivateFile } from '../files/private-file'
import { tableFile } from '../files/table-file'
import { qrSheet } from '../paper/qr-sheet'
import type { LinkedPerson } from './people'

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
