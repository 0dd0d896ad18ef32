import { CODE_LIFETIME_MS, LINK_LIFETIME_MS, WRONG_CODES_WINDOW_MS } from '#rules/sign-in'
import { hashSecret, randomToken } from '../../random'
import type { Reader, Writer } from '../database'
import { insertRows, textsOf } from '../statement'
import type { Tables } from '../tables'

type SignInRequest = Tables['sign_in_requests']

/** The number or e-mail and the browser of a request for a code. */
export interface CodeRequester {
  /** The normalised number or e-mail address that was entered. */
  readonly by: string
  /** The hash of the browser's cookie. */
  readonly browser: string
}

/**
 * Hashes a code together with its owner's id: the hash of six digits alone could be looked up in a
 * table.
 */
export function hashCode(userId: string, code: string): string {
  return hashSecret(`${userId} ${code}`)
}

/**
 * Stores the code and link of an SMS. `sent` is null for an unknown number or e-mail: no code
 * matches, but wrong codes are counted, so that the answers do not differ from those for a known
 * number or e-mail.
 */
export async function addSignInRequest(
  db: Writer,
  requestId: string,
  { by, browser }: CodeRequester,
  sent: { readonly userId: string; readonly code: string; readonly token: string } | null,
  now: number,
): Promise<void> {
  await db
    .insertInto('sign_in_requests')
    .values({
      request_id: requestId,
      user_id: sent?.userId ?? null,
      asked_hash: hashSecret(by),
      browser_hash: browser,
      created_at: now,
      used_at: null,
      code_hash: sent === null ? '' : hashCode(sent.userId, sent.code),
      code_expires_at: now + CODE_LIFETIME_MS,
      wrong_tries: 0,
      link_hash: sent === null ? '' : hashSecret(sent.token),
      link_expires_at: now + (sent === null ? CODE_LIFETIME_MS : LINK_LIFETIME_MS),
    })
    .execute()
}

/** Reads the ids of the requests by which a person has signed in. */
export async function readUsedRequests(
  db: Reader | Writer,
  userId: string,
): Promise<ReadonlySet<string>> {
  const used = await db
    .selectFrom('sign_in_requests')
    .where('user_id', '=', userId)
    .where('used_at', 'is not', null)
    .select('request_id')
    .execute()
  return new Set(used.map(({ request_id }) => request_id))
}

/** Removes a request whose SMS was not sent. */
export async function removeSignInRequest(db: Writer, requestId: string): Promise<void> {
  await db.deleteFrom('sign_in_requests').where('request_id', '=', requestId).execute()
}

/**
 * Deletes earlier requests after this request's SMS was sent. For a person: their requests, and the
 * requests that this browser made with the same number or e-mail while no account had it. For an
 * unknown number or e-mail: the requests made with it.
 */
export async function endEarlierRequests(db: Writer, requestId: string): Promise<void> {
  const newest = await db
    .selectFrom('sign_in_requests')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (newest === undefined) return
  const { user_id, asked_hash, browser_hash, created_at } = newest
  await db
    .deleteFrom('sign_in_requests')
    .where('request_id', '!=', requestId)
    .where('created_at', '<=', created_at)
    .where((eb) => {
      const toNobody = eb.and([eb('user_id', 'is', null), eb('asked_hash', '=', asked_hash)])
      if (user_id === null) return toNobody
      return eb.or([
        eb('user_id', '=', user_id),
        eb.and([toNobody, eb('browser_hash', '=', browser_hash)]),
      ])
    })
    .execute()
}

/**
 * Finds the newest unused request that this browser made with this number or e-mail, even if no
 * account has that number or e-mail.
 */
export async function findAskedRequest(
  db: Writer,
  { by, browser }: CodeRequester,
  now: number,
): Promise<SignInRequest | undefined> {
  return await liveCodes(db, browser, now)
    .where('asked_hash', '=', hashSecret(by))
    .executeTakeFirst()
}

/**
 * Finds the newest unused request that this browser made for the person with this number or e-mail
 * (`key`), whichever of the two was entered.
 */
export async function findBrowsersRequest(
  db: Writer,
  browser: string,
  key: string,
  now: number,
): Promise<SignInRequest | undefined> {
  return await liveCodes(db, browser, now)
    .innerJoin('users', 'users.user_id', 'sign_in_requests.user_id')
    .where((eb) => eb.or([eb('users.mobile', '=', key), eb('users.email_key', '=', key)]))
    .executeTakeFirst()
}

/**
 * Whether this is the code of a request of this browser by which somebody has already signed in,
 * with the code or with the link.
 */
export async function isUsedCode(
  db: Writer,
  { by, browser }: CodeRequester,
  code: string,
  now: number,
): Promise<boolean> {
  const used = await db
    .selectFrom('sign_in_requests')
    .select(['user_id', 'code_hash'])
    .where('browser_hash', '=', browser)
    .where('asked_hash', '=', hashSecret(by))
    .where('used_at', 'is not', null)
    .where('code_expires_at', '>', now)
    .execute()
  return used.some(
    ({ user_id, code_hash }) => user_id !== null && code_hash === hashCode(user_id, code),
  )
}

/** Selects a browser's unused requests whose codes are valid, newest first. */
function liveCodes(db: Writer, browser: string, now: number) {
  return db
    .selectFrom('sign_in_requests')
    .selectAll('sign_in_requests')
    .where('sign_in_requests.browser_hash', '=', browser)
    .where('sign_in_requests.used_at', 'is', null)
    .where('sign_in_requests.code_expires_at', '>', now)
    .orderBy('sign_in_requests.created_at', 'desc')
}

/** Finds a link that was sent to a person and is still valid. */
export async function findLink(
  db: Writer,
  userId: string,
  token: string,
  now: number,
): Promise<SignInRequest | undefined> {
  return await db
    .selectFrom('sign_in_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('link_hash', '=', hashSecret(token))
    .where('used_at', 'is', null)
    .where('link_expires_at', '>', now)
    .executeTakeFirst()
}

/** Marks a request as used, so that neither its code nor its link works again. */
export async function markRequestUsed(db: Writer, requestId: string, now: number): Promise<void> {
  await db
    .updateTable('sign_in_requests')
    .set({ used_at: now })
    .where('request_id', '=', requestId)
    .execute()
}

/**
 * Ends everything with which people could sign in: links made by organisers, and codes and links in
 * SMS. Returns the deleted links and requests, used or not.
 */
export async function endSignIns(db: Writer, userIds: readonly string[]) {
  const owners = textsOf(db, userIds)
  const links = await db
    .deleteFrom('organiser_links')
    .where('user_id', 'in', owners)
    .returning('user_id')
    .execute()
  const requests = await db
    .deleteFrom('sign_in_requests')
    .where('user_id', 'in', owners)
    .returning(['user_id', 'used_at', 'code_expires_at', 'link_expires_at'])
    .execute()
  return { links, requests }
}

export async function countWrongTry(db: Writer, requestIds: ReadonlySet<string>): Promise<void> {
  await db
    .updateTable('sign_in_requests')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('request_id', 'in', [...requestIds])
    .execute()
}

/**
 * Reads when wrong codes were tried in the last day (ms), oldest first. `account` is an account's
 * id, or a number or e-mail that no account has.
 */
export async function readWrongCodes(
  db: Reader | Writer,
  account: string,
  now: number,
): Promise<number[]> {
  const tries = await db
    .selectFrom('wrong_codes')
    .where('account_hash', '=', hashSecret(account))
    .where('tried_at', '>', now - WRONG_CODES_WINDOW_MS)
    .orderBy('tried_at')
    .select('tried_at')
    .execute()
  return tries.map(({ tried_at }) => tried_at)
}

/** Counts a wrong code. Deletes wrong codes that are too old to count. */
export async function countWrongCode(db: Writer, account: string, now: number): Promise<void> {
  await db
    .deleteFrom('wrong_codes')
    .where('tried_at', '<=', now - WRONG_CODES_WINDOW_MS)
    .execute()
  await db
    .insertInto('wrong_codes')
    .values({ account_hash: hashSecret(account), tried_at: now })
    .execute()
}

/** Adds links that sign a person in once. */
export async function addOrganiserLinks(
  db: Writer,
  links: readonly { readonly user_id: string; readonly token: string }[],
  now: number,
): Promise<void> {
  const rows = links.map(({ user_id, token }) => ({
    token_hash: hashSecret(token),
    user_id,
    created_at: now,
  }))
  await insertRows(db, 'organiser_links', rows)
}

/** Adds a link that signs a person in once, and returns its token. */
export async function addOrganiserLink(db: Writer, userId: string, now: number): Promise<string> {
  const token = randomToken()
  await addOrganiserLinks(db, [{ user_id: userId, token }], now)
  return token
}
