import type { Command } from 'commander'
import { makeSignInLink, withdrawSignIns } from '#server/corrections/person'
import type { UsersTable } from '#server/db/tables'
import { readPublicUrl } from '#server/env'
import { Failure } from '#server/failure'
import { Refusal } from '#server/refusal'
import { type CommandFlags, type Output, onEvent, plural } from '../common/command'
import { findPerson } from '../common/find-person'

const nameOf = ({ first_name, last_name, nickname }: UsersTable) => `${first_name} ${last_name} (${nickname})`

/** `login-link`: only the link is printed as the result, so that it can be piped. */
async function loginLink(who: string, flags: CommandFlags, output: Output): Promise<void> {
  const publicUrl = readPublicUrl(process.env)
  await onEvent(output, flags, async (db, by, print) => {
    const person = await findPerson(db.read, who)
    const link = await makeSignInLink({ db, now: Date.now, publicUrl }, by, person.user_id).catch((refused: unknown) => {
      if (!(refused instanceof Refusal) || refused.code !== 'BLOCKED') throw refused
      throw new Failure(`${nameOf(person)} is blocked, so a link would not sign in: unblock them in the control room first.`)
    })
    output.note(`Signs in ${nameOf(person)} once:\n`)
    print({ user_id: person.user_id, nickname: person.nickname, link }, `${link}\n`)
  })
}

/** `login-link --withdraw` */
async function withdrawLinks(who: string, flags: CommandFlags, output: Output): Promise<void> {
  await onEvent(output, flags, async (db, by, print) => {
    const { user_id, nickname } = await findPerson(db.read, who)
    const ended = await withdrawSignIns({ db, now: Date.now }, by, user_id)
    const { links, codes, sessions } = ended
    const text = `${plural(links, "organiser's link")}, ${plural(codes, 'SMS code')} and ${plural(sessions, 'session')}`
    print({ user_id, nickname, ...ended }, `Ended for ${nickname}: ${text}.\n`)
  })
}

export function registerLoginLink(program: Command, output: Output): void {
  program
    .command('login-link')
    .description('print a fresh link that signs a person in once')
    .argument('<who>', 'mobile number, e-mail, nickname, full name or id; where several fit, they are shown and none is taken')
    .option('--withdraw', "end all of that person's links, codes and sessions instead", false)
    .addHelpText(
      'after',
      `
Only the link is the result, the rest is a note, so that it can be piped. It works until it is used or
withdrawn, for whoever opens it first: give it to nobody else. A blocked person gets none.
  npm run event -- login-link 0911234567
  npm run event -- login-link "Iva Horvat" --withdraw --reason "a phone was lost"`,
    )
    .action((who: string, { withdraw, ...flags }: CommandFlags & { withdraw: boolean }) =>
      withdraw ? withdrawLinks(who, flags, output) : loginLink(who, flags, output),
    )
}
