const HOUR_MS = 3_600_000

/** What one entry of the ledger does to a team's score. Voided entries do nothing. */
export interface ScoreChange {
  readonly teamId: string
  readonly points: number
  /** ms since the epoch. */
  readonly madeAt: number
}

/** The first index of an ascending list whose number is greater than `limit`. */
function firstGreater(ascending: readonly number[], limit: number): number {
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((ascending[middle] ?? 0) > limit) to = middle
    else from = middle + 1
  }
  return from
}

interface Course {
  points: number
  /** The ranks (rule 8) right before the team's own entries of the last hour: between these it only falls. */
  before: readonly { readonly at: number; readonly rank: number }[]
  greatest: number
}

/** Follows the ranks of teams through the ledger. */
export interface Climbs {
  /** Takes the next change, in the order in which they were made. Teams that are not followed are passed over. */
  add(change: ScoreChange): void
  /** The most places that each team has gained within an hour. */
  greatest(): ReadonlyMap<string, number>
  /** The same so far; what is added to one does not change the other. */
  copy(): Climbs
}

export function followClimbs(teamIds: readonly string[]): Climbs {
  const courses = teamIds.map((teamId): [string, Course] => [teamId, { points: 0, before: [], greatest: 0 }])
  return goOn(
    new Map(courses),
    teamIds.map(() => 0),
  )
}

/** @param scores of all these teams, ascending */
function goOn(courses: ReadonlyMap<string, Course>, scores: number[]): Climbs {
  const rankOf = (points: number) => 1 + scores.length - firstGreater(scores, points)
  return {
    add({ teamId, points, madeAt }) {
      const course = courses.get(teamId)
      if (course === undefined) return
      const lately = course.before.filter(({ at }) => madeAt - at <= HOUR_MS)
      course.before = [...lately, { at: madeAt, rank: rankOf(course.points) }]
      scores.splice(firstGreater(scores, course.points) - 1, 1)
      course.points += points
      scores.splice(firstGreater(scores, course.points), 0, course.points)
      const gained = Math.max(...course.before.map(({ rank }) => rank)) - rankOf(course.points)
      course.greatest = Math.max(course.greatest, gained)
    },
    greatest: () => new Map([...courses].map(([teamId, { greatest }]) => [teamId, greatest])),
    copy: () => goOn(new Map([...courses].map(([teamId, course]) => [teamId, { ...course }])), [...scores]),
  }
}
