import { caseKey } from '#rules/account'
import { teamNameKey } from '#rules/team-name'
import { plainText } from '#rules/text'
import type { Reader } from '#server/db/database'
import { BY_NICKNAME, findById } from '#server/db/queries/accounts'
import type { UsersTable } from '#server/db/tables'
import { Failure } from '#server/failure'
import { parseMobile } from '#server/mobile'

const SIMILAR_MOST = 20

/** Both orders of a full name, folded like a team's name: case, diacritics and spaces do not matter. */
function nameKeys({ first_name, last_name }: UsersTable): string[] {
  return [`${first_name} ${last_name}`, `${last_name} ${first_name}`].map(teamNameKey)
}

function isSimilar(person: UsersTable, key: string): boolean {
  return [...nameKeys(person), teamNameKey(person.nickname)].some((one) => one.includes(key))
}

function listed(people: readonly UsersTable[]): string {
  const lines = people.map(
    ({ user_id, first_name, last_name, nickname, mobile, email }) =>
      `  ${user_id}  ${nickname}, ${first_name} ${last_name}, ${mobile}, ${email}`,
  )
  return lines.join('\n')
}

/**
 * Finds a person by number, e-mail, nickname, full name or id, each in any spelling. Throws `Failure` if none fits or several do,
 * and then shows them: a nickname may look like another person's number, and a link for the wrong person is worse than none.
 */
export async function findPerson(db: Reader, typed: string): Promise<UsersTable> {
  const text = plainText(typed)
  // An id fits one person alone, so that it settles what other descriptions leave open.
  const byId = await findById(db, text)
  if (byId !== undefined) return byId
  const [account, mobile, name] = [caseKey(text), parseMobile(text), teamNameKey(text)]
  const people = await db.selectFrom('users').selectAll().orderBy(BY_NICKNAME).orderBy('user_id').execute()
  const fitting = people.filter(
    (person) =>
      (mobile !== null && person.mobile === mobile) ||
      (account !== '' && (person.email_key === account || caseKey(person.nickname) === account)) ||
      (name !== '' && nameKeys(person).includes(name)),
  )
  const [person, ...others] = fitting
  if (person !== undefined && others.length === 0) return person
  if (person !== undefined) throw new Failure(`"${text}" fits ${fitting.length} people; write the id of one:\n${listed(fitting)}`)
  const similar = name === '' ? [] : people.filter((one) => isSimilar(one, name)).slice(0, SIMILAR_MOST)
  const none = `Nobody has the number, e-mail, nickname, name or id "${text}".`
  throw new Failure(similar.length === 0 ? none : `${none} Similar; write the id of one:\n${listed(similar)}`)
}
