import * as booth from './calls/booth'
import * as profile from './calls/profile'
import * as push from './calls/push'
import * as ranking from './calls/ranking'
import * as register from './calls/register'
import * as scan from './calls/scan'
import * as signIn from './calls/sign-in'
import * as tags from './calls/tags'
import * as team from './calls/team'

/** Calls of players and booths by name; devices store their answers. */
export const gameCalls = {
  ...booth,
  ...team,
  ...scan,
  ...signIn,
  ...ranking,
  ...profile,
  ...push,
  ...tags,
  ...register,
}
