import * as v from 'valibot'
import { parseReturnPath } from './session/return-path'

const aText = v.fallback(v.optional(v.string()), undefined)
const aReturnPath = v.pipe(
  v.string(),
  v.check((path) => parseReturnPath(path) !== null),
)
/** The path to open after sign-in. An invalid one is dropped. */
export const returnSearch = v.object({ redirect: v.fallback(v.optional(aReturnPath), undefined) })
/** Set by the installed app's shortcut that opens the scanner. */
export const landingSearch = v.object({ skeniraj: v.fallback(v.optional(v.literal(1)), undefined) })
/** For a player without a team: the team whose QR code was opened, and the way into a team that was chosen. */
export const cardSearch = v.object({ team: aText, nacin: v.fallback(v.optional(v.picklist(['pridruzi', 'osnuj'])), undefined) })
/** The booth that is open. */
export const boothsSearch = v.object({ booth: aText })
/** The part of the control room, and the team, booth or page to print that is open there. */
export const organiserSearch = v.object({ dio: aText, tim: aText, stand: aText, ispis: aText })
