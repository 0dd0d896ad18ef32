import { describe, expect, test } from 'vitest'
import type { Award, Nfc, User } from '#contract/entities'
import { type ScanOutcome, scanOutcome } from '../../src/features/scan/outcome-view'

const wolves = { team_id: 't1', team_name: 'Plavi Vukovi' }
const owls = { team_id: 't2', team_name: 'Crvene Sove' }
const arcade = { vendor_id: 'arkade', name: 'Arkadna zona' }
const quiz = { vendor_id: 'kviz', name: 'Kvizionica' }

const teamless: User = {
  id: 'u1',
  first_name: 'Ana',
  last_name: 'Anić',
  nickname: 'ana',
  email: 'ana@example.hr',
  mobile: '+385911234567',
  vendor_id: null,
  vendor: null,
  team: null,
  pending_team: null,
}
const asking: User = { ...teamless, pending_team: wolves }
const wolf: User = { ...teamless, team: { ...wolves, is_captain: false, points: 0, rank: 1, member_count: 2 } }
const staff: User = { ...teamless, vendor_id: 'arkade', vendor: arcade }

const free: Nfc = { nfc_id: 'n1', nfc_type: 'team', team: null, vendor: null, award: null, already_collected: false }
const tagOf = (team: Nfc['team']): Nfc => ({ ...free, team })
const boothTag = (vendor: Nfc['vendor']): Nfc => ({ ...free, nfc_type: 'vendor', vendor })
const award: Award = {
  ...wolves,
  award_id: 'a1',
  vendor_id: null,
  vendor_name: null,
  point_type: 'blago',
  label: 'Skriveno blago',
  points: 7,
  awarded_at: '2026-05-09T10:00:00.000Z',
  received_at: '2026-05-09T10:00:00.000Z',
  voided: false,
}
const bonus: Nfc = { ...free, nfc_type: 'bonus' }

describe('the outcome of a scan by tag and user', () => {
  test.each<[tag: string, who: string, Nfc, User, ScanOutcome['is'], Partial<Record<string, unknown>>]>([
    ['a free team tag', 'a player without a team', free, teamless, 'free-to-claim', { nfcId: 'n1', pendingTeam: null }],
    ['a free team tag', 'a player who asked a team', free, asking, 'free-to-claim', { pendingTeam: wolves }],
    ['a free team tag', 'a player in a team', free, wolf, 'free-but-in-team', { ownTeam: wolves }],
    ['a free team tag', 'staff', free, staff, 'free-for-staff', {}],
    ["a team's tag", 'a player without a team', tagOf(wolves), teamless, 'may-join', { team: wolves }],
    ["a team's tag", 'a player who asked that team', tagOf(wolves), asking, 'asked-to-join', { team: wolves }],
    ["a team's tag", 'a player who asked another', tagOf(owls), asking, 'asked-elsewhere', { team: owls, pendingTeam: wolves }],
    ["a team's tag", 'a member of it', tagOf(wolves), wolf, 'own-team', { team: wolves }],
    ["a team's tag", 'a member of another', tagOf(owls), wolf, 'other-team', { team: owls, ownTeam: wolves }],
    ["a team's tag", 'staff', tagOf(wolves), staff, 'to-award', { teamId: 't1' }],
    [
      "a booth's tag",
      'a player without a team',
      boothTag(quiz),
      teamless,
      'booth',
      { vendorId: 'kviz', viewer: 'player', teamId: null },
    ],
    [
      "a booth's tag",
      'a player in a team',
      boothTag(quiz),
      wolf,
      'booth',
      { name: 'Kvizionica', viewer: 'player', teamId: 't1' },
    ],
    [
      "a booth's tag",
      'its own staff',
      boothTag(arcade),
      staff,
      'booth',
      { vendorId: 'arkade', viewer: 'own-staff', teamId: null },
    ],
    ["a booth's tag", 'staff of another', boothTag(quiz), staff, 'booth', { vendorId: 'kviz', viewer: 'other-staff' }],
    ['a tag of a deleted booth', 'a player', boothTag(null), teamless, 'nothing', {}],
    ['a bonus', 'the first player of a team', { ...bonus, award }, wolf, 'bonus-collected', { award }],
    [
      'a bonus',
      'the next player of the team',
      { ...bonus, award, already_collected: true },
      wolf,
      'bonus-collected-before',
      { award },
    ],
    ['a bonus', 'staff', bonus, staff, 'bonus-for-players', {}],
    ['a bonus that gave nothing', 'a player who became staff meanwhile', bonus, wolf, 'bonus-for-players', {}],
  ])('%s, scanned by %s', (_tag, _who, nfc, user, is, parts) => {
    expect(scanOutcome(nfc, user)).toMatchObject({ is, ...parts })
  })
})
