import type { User } from '#contract/entities'

/** What happened to a player's team or request through somebody else's action. */
export type MembershipNews =
  | { readonly is: 'accepted'; readonly teamName: string }
  /** The player was removed or the team disbanded; or a request was declined or its team disbanded. */
  | { readonly is: 'gone'; readonly from: 'team' | 'request'; readonly teamName: string }

/** Compares two versions of one account. Null if nothing happened that somebody else caused. */
export function membershipNews(before: User, now: User): MembershipNews | null {
  if (before.id !== now.id) return null
  if (now.team !== null) {
    const accepted = before.team === null && before.pending_team?.team_id === now.team.team_id
    return accepted ? { is: 'accepted', teamName: now.team.team_name } : null
  }
  if (now.pending_team !== null) return null
  if (before.team !== null) return { is: 'gone', from: 'team', teamName: before.team.team_name }
  if (before.pending_team !== null) return { is: 'gone', from: 'request', teamName: before.pending_team.team_name }
  return null
}
