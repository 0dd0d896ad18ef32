/** Rule 4: a limit of 0 means no limit. */
export function isTeamFull(memberCount: number, teamMaxMembers: number): boolean {
  return teamMaxMembers > 0 && memberCount >= teamMaxMembers
}

export interface Membership {
  readonly playerId: string
  /** ms since the epoch. */
  readonly joinedAt: number
}

/** Rule 5: the next captain is the longest-standing member; null if nobody is left. */
export function nextCaptain(remaining: readonly Membership[]): string | null {
  const [longest] = [...remaining].sort((a, b) => a.joinedAt - b.joinedAt || (a.playerId < b.playerId ? -1 : 1))
  return longest?.playerId ?? null
}
