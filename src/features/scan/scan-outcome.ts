import type { Award, Nfc, User } from '#contract/entities'

type TeamRef = NonNullable<Nfc['team']>

/** The meaning of a scanned tag for the person who scanned it. */
export type ScanOutcome =
  /** An unclaimed team tag; a player without a team may create one with it. */
  | { readonly is: 'free-to-claim'; readonly nfcId: string; readonly pendingTeam: TeamRef | null }
  | { readonly is: 'free-but-in-team'; readonly ownTeam: TeamRef }
  | { readonly is: 'free-for-staff' }
  /** A claimed team tag. */
  | { readonly is: 'may-join'; readonly team: TeamRef }
  | { readonly is: 'asked-to-join'; readonly team: TeamRef }
  | { readonly is: 'asked-elsewhere'; readonly team: TeamRef; readonly pendingTeam: TeamRef }
  | { readonly is: 'own-team'; readonly team: TeamRef }
  | { readonly is: 'other-team'; readonly team: TeamRef; readonly ownTeam: TeamRef }
  | { readonly is: 'to-award'; readonly teamId: string }
  /** A booth's tag, opened by a player or by a booth's staff; `teamId` is the team whose cooldowns the player may see. */
  | {
      readonly is: 'booth'
      readonly vendorId: string
      readonly name: string
      readonly viewer: 'player' | 'own-staff' | 'other-staff'
      readonly teamId: string | null
    }
  | { readonly is: 'bonus-collected'; readonly award: Award }
  | { readonly is: 'bonus-collected-before'; readonly award: Award }
  | { readonly is: 'bonus-for-players' }
  /** The server doesn't respond, and the device's team list doesn't have the tag. */
  | { readonly is: 'not-on-device' }
  /** A booth tag without a booth. */
  | { readonly is: 'nothing' }

function freeTag(nfcId: string, user: User): ScanOutcome {
  if (user.vendor_id !== null) return { is: 'free-for-staff' }
  if (user.team !== null) return { is: 'free-but-in-team', ownTeam: user.team }
  return { is: 'free-to-claim', nfcId, pendingTeam: user.pending_team }
}

function tagOfTeam(team: TeamRef, user: User): ScanOutcome {
  if (user.vendor_id !== null) return { is: 'to-award', teamId: team.team_id }
  if (user.team !== null) {
    return user.team.team_id === team.team_id ? { is: 'own-team', team } : { is: 'other-team', team, ownTeam: user.team }
  }
  const pendingTeam = user.pending_team
  if (pendingTeam === null) return { is: 'may-join', team }
  return pendingTeam.team_id === team.team_id ? { is: 'asked-to-join', team } : { is: 'asked-elsewhere', team, pendingTeam }
}

export function scanOutcome(nfc: Nfc, user: User): ScanOutcome {
  switch (nfc.nfc_type) {
    case 'team':
      return nfc.team === null ? freeTag(nfc.nfc_id, user) : tagOfTeam(nfc.team, user)
    case 'vendor': {
      if (nfc.vendor === null) return { is: 'nothing' }
      const { vendor_id, name } = nfc.vendor
      const ofStaff = user.vendor_id === vendor_id ? 'own-staff' : 'other-staff'
      const viewer = user.vendor_id === null ? 'player' : ofStaff
      return { is: 'booth', vendorId: vendor_id, name, viewer, teamId: user.team?.team_id ?? null }
    }
    case 'bonus':
      // Only an award proves a collection, whatever this device's copy of the user says.
      if (nfc.award === null) return { is: 'bonus-for-players' }
      return { is: nfc.already_collected ? 'bonus-collected-before' : 'bonus-collected', award: nfc.award }
  }
}
