/** Rule 4: a limit of 0 means no limit. */
export function isTeamFull(memberCount: number, teamMaxMembers: number): boolean {
  return teamMaxMembers > 0 && memberCount >= teamMaxMembers
}

export interface Membership {
  readonly playerId: string
  /** ms since the epoch. */
  readonly joinedAt: number
  readonly blocked: boolean
}

/**
 * Rule 5: picks the next captain: the longest-standing member who is not blocked, or the
 * longest-standing of all if all are blocked; null if nobody is left.
 */
export function nextCaptain(remaining: readonly Membership[]): string | null {
  const [next] = [...remaining].sort(
    (a, b) =>
      Number(a.blocked) - Number(b.blocked) ||
      a.joinedAt - b.joinedAt ||
      (a.playerId < b.playerId ? -1 : 1),
  )
  return next?.playerId ?? null
}
