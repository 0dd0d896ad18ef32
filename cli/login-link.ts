import type { Command } from 'commander'
import { caseKey } from '#rules/account'
import { foldPunctuation } from '#rules/look-alikes'
import { teamNameKey } from '#rules/team-name'
import { plainText } from '#rules/text'
import { endSignIns, makeSignInLink } from '#server/calls/corrections/person'
import { COMMAND } from '#server/command-name'
import type { Reader } from '#server/db/database'
import { BY_NICKNAME, findById, isErased } from '#server/db/queries/accounts'
import type { UsersTable } from '#server/db/tables'
import { readPublicUrl } from '#server/env'
import { Failure } from '#server/failure'
import { parseMobile } from '#server/mobile'
import { Refusal } from '#server/refusal'
import { type CommandFlags, type CommandOutput, type CommandRun, createRun } from './command'
import { withEventDatabase } from './event-database'
import { plural } from './lines'

/**
 * Returns both orders of a full name, folded like a team name: case, diacritics and spaces do not
 * matter.
 */
function nameKeys({ first_name, last_name }: UsersTable): string[] {
  return [`${first_name} ${last_name}`, `${last_name} ${first_name}`].map(teamNameKey)
}

/**
 * The key by which a typed nickname finds its person: it ignores only case and punctuation. The key
 * that keeps nicknames unique ignores more, and could match several people.
 */
const looseNicknameKey = (nickname: string) => foldPunctuation(caseKey(nickname))

function linesOf(people: readonly UsersTable[]): string {
  const lines = people.map(
    ({ user_id, first_name, last_name, nickname, mobile, email }) =>
      `  ${user_id}  ${nickname}, ${first_name} ${last_name}, ${mobile}, ${email}`,
  )
  return lines.join('\n')
}

/**
 * Finds a person by number, e-mail, nickname, full name or id, in any spelling. Throws `Failure` if
 * nobody matches, or lists the matches if there are several: one person's nickname may look like
 * another person's number, and a link for the wrong person is worse than no link.
 */
export async function findPerson(db: Reader, typed: string): Promise<UsersTable> {
  const text = plainText(typed)
  // An id is unique, so it resolves ambiguous matches.
  const byId = await findById(db, text)
  if (byId !== undefined && !isErased(byId)) return byId
  const [emailKey, mobile, nameKey] = [caseKey(text), parseMobile(text), teamNameKey(text)]
  const people = await db
    .selectFrom('users')
    .selectAll()
    .orderBy(BY_NICKNAME)
    .orderBy('user_id')
    .execute()
  const matches = people.filter(
    (person) =>
      !isErased(person) &&
      ((mobile !== null && person.mobile === mobile) ||
        (emailKey !== '' &&
          (person.email_key === emailKey ||
            looseNicknameKey(person.nickname) === looseNicknameKey(text))) ||
        (nameKey !== '' && nameKeys(person).includes(nameKey))),
  )
  const [person, ...others] = matches
  if (person !== undefined && others.length === 0) return person
  if (person !== undefined)
    throw new Failure(
      `"${text}" matches ${matches.length} people; use the id of one of them:\n${linesOf(matches)}`,
    )
  throw new Failure(`Nobody has the number, e-mail, nickname, name or id "${text}".`)
}

const nameOf = ({ first_name, last_name, nickname }: UsersTable) =>
  `${first_name} ${last_name} (${nickname})`

/** Prints a new link. The link alone is the result, so that it can be piped. */
async function loginLink(who: string, run: CommandRun): Promise<void> {
  const publicUrl = readPublicUrl(process.env)
  await withEventDatabase('command', async (db) => {
    const person = await findPerson(db.read, who)
    const link = await makeSignInLink(
      { db, now: Date.now, publicUrl },
      run.by,
      person.user_id,
    ).catch((refused: unknown) => {
      if (!(refused instanceof Refusal) || refused.code !== 'BLOCKED') throw refused
      throw new Failure(
        `${nameOf(person)} is blocked, so a link would not work: unblock them in the control room first.`,
      )
    })
    run.report(`Signs in ${nameOf(person)} once:\n`)
    run.print({ user_id: person.user_id, nickname: person.nickname, link }, `${link}\n`)
  })
}

async function withdrawLinks(who: string, run: CommandRun): Promise<void> {
  await withEventDatabase('command', async (db) => {
    const person = await findPerson(db.read, who)
    const { user_id, nickname } = person
    // An unattended run goes on: a lost phone must not wait.
    await run.confirmed(`End all links, codes and sessions of ${nameOf(person)}?`)
    const ended = await endSignIns({ db, now: Date.now }, run.by, user_id)
    const { links, codes, sessions } = ended
    const text = `${plural(links, "organiser's link")}, ${plural(codes, 'SMS code')} and ${plural(sessions, 'session')}`
    run.print({ user_id, nickname, ...ended }, `Ended for ${nickname}: ${text}.\n`)
  })
}

export function registerLoginLink(program: Command, output: CommandOutput): void {
  program
    .command('login-link')
    .description('print a fresh link that signs a person in once')
    .argument(
      '<who>',
      'mobile number, e-mail, nickname, full name or id; if several people match, they are listed and no link is made',
    )
    .option('--withdraw', "end all of that person's links, codes and sessions instead", false)
    .option('--yes', 'with --withdraw, end them without asking', false)
    .addHelpText(
      'after',
      `
Prints only the link to stdout, so that it can be piped, and the rest to stderr. The link works until it is used or
withdrawn, for whoever opens it first: give it to nobody else. A blocked person gets none.
  ${COMMAND} login-link 0911234567
  ${COMMAND} login-link "Iva Horvat" --withdraw --reason "a phone was lost"`,
    )
    .action((who: string, flags: CommandFlags & { withdraw: boolean }) =>
      (flags.withdraw ? withdrawLinks : loginLink)(who, createRun(output, flags)),
    )
}
