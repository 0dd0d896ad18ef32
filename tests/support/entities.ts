import type { Award, User } from '#contract/entities'

/** A player without a team, with the fields of `own` replaced. */
export function userOf(own: Partial<User> = {}): User {
  return {
    id: 'ana',
    first_name: 'Ana',
    last_name: 'Anić',
    nickname: 'ana',
    email: 'ana@example.hr',
    mobile: '+385911234567',
    vendor_id: null,
    vendor: null,
    team: null,
    pending_team: null,
    ...own,
  }
}

/** The team of a user. */
export function teamOf(
  team_id: string,
  own: Partial<NonNullable<User['team']>> = {},
): NonNullable<User['team']> {
  return {
    team_id,
    team_name: 'Tim',
    is_captain: true,
    points: 0,
    rank: 1,
    member_count: 1,
    ...own,
  }
}

const AT = '2026-05-09T10:00:00.000Z'

/** An award as the server records it. */
export function awardOf(own: Partial<Award> = {}): Award {
  return {
    award_id: 'a1',
    team_id: 'vukovi',
    team_name: 'Plavi Vukovi',
    vendor_id: 'arkade',
    vendor_name: 'Arkadna zona',

    point_type: 'pobjeda',
    label: 'Pobjeda',
    points: 25,
    awarded_at: AT,
    received_at: AT,
    voided: false,
    ...own,
  }
}
