import type { SessionPort } from '../../call-context'
import { hashSecret, randomToken } from '../../random'

/** Lets the browser be known by its cookie when it comes back with the code. Returns the cookie's hash. */
export function rememberBrowser(session: SessionPort): string {
  const token = session.requestToken ?? randomToken()
  session.issueRequest(token)
  return hashSecret(token)
}
