import type { Handlers } from '../call-context'
import * as account from './account'
import * as booth from './booth'
import { corrections, listLate } from './corrections'
import * as exports from './exports'
import * as invites from './invites'
import * as organiser from './organiser'
import * as scan from './scan'
import * as setup from './setup'
import * as askSignIn from './sign-in/ask-sign-in'
import * as signIn from './sign-in/sign-in'
import * as team from './team'
import * as voucher from './voucher'

/** The handler of every call of the contract, which its file exports under the call's name; `Handlers` keeps it complete. */
export const handlers: Handlers = {
  ...account,
  ...askSignIn,
  ...booth,
  ...corrections,
  ...exports,
  ...invites,
  listLate,
  ...organiser,
  ...scan,
  ...setup,
  ...signIn,
  ...team,
  ...voucher,
}
