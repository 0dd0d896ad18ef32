import type { CallName, CallOutput } from '#contract/calls'

const at = '2026-05-09T12:00:00.000Z'
const team = { team_id: 'vukovi', team_name: 'Plavi Vukovi' }
const vendor = { vendor_id: 'arkade', name: 'Arkadna zona' }

const user = {
  id: 'ana',
  first_name: 'Ana',
  last_name: 'Anić',
  nickname: 'ana',
  email: 'ana@example.hr',
  mobile: '+385912345678',
  vendor_id: null,
  vendor: null,
  team: { ...team, is_captain: true, points: 25, rank: 1, member_count: 2 },
  pending_team: null,
}

const award = {
  award_id: '4c9ba3f0-6f0e-4a8b-9f57-000000000001',
  ...team,
  vendor_id: 'arkade',
  vendor_name: 'Arkadna zona',
  point_type: 'pobjeda',
  label: 'Pobjeda',
  points: 25,
  awarded_at: at,
  received_at: at,
  voided: false,
}

const cooldown = { vendor_id: 'arkade', team_id: 'vukovi', point_type: 'pobjeda', remaining_seconds: 899, available_at: at }

/** One successful output of every call; a call without it does not compile. */
export const OUTPUTS: { readonly [N in CallName]: CallOutput<N> } = {
  register: { user_id: 'ana' },
  requestCode: { resend_seconds: 30 },
  currentUser: { user },
  signOut: {},
  signIn: { user: { ...user, vendor_id: 'arkade', vendor, team: null, pending_team: team } },
  createTeam: { team_id: 'vukovi' },
  joinTeam: {},
  listTeams: { teams: [{ ...team, points: -5, rank: 1, member_count: 6, is_full: true, nfc_id: null }] },
  ranking: {
    teams: [{ ...team, points: 25, rank: 1, member_count: 6 }],
    total: 1,
    latest: [{ team_name: 'Plavi Vukovi', vendor_name: null, label: 'Pobjeda', points: 25, awarded_at: at }],
    frozen_at: null,
    starts_at: at,
    ends_at: null,
    version: 'a1',
    unchanged: false,
  },
  listMembers: {
    members: [{ player_id: 'ana', nickname: 'ana', is_captain: true, joined_at: at, first_name: 'Ana', last_name: 'Anić' }],
  },
  listInvites: {
    invites: [{ ...team, player_id: 'iva', nickname: 'iva', first_name: 'Iva', last_name: 'Ivić', created_at: at }],
  },
  acceptInvite: {},
  rejectInvite: {},
  removePlayer: {},
  disbandTeam: {},
  teamPoints: { points: 25, rank: 1, awards: [award] },
  listVendors: {
    vendors: [
      {
        ...vendor,
        location: 'Hala A',
        description: '',
        point_types: [{ point_type: 'pobjeda', label: 'Pobjeda', points: 25, cooldown_seconds: 900 }],
      },
    ],
  },
  listAwards: { awards: [award] },
  awardPoints: { award, duplicate: false },
  awardMany: {
    results: [
      { status: 'OK', award_id: award.award_id, award, duplicate: true },
      { status: 'KO', award_id: 'drugi', code: 'COOLDOWN', message: 'Pauza.', cooldowns: [cooldown] },
      { status: 'KO', award_id: null, code: 'INVALID_INPUT', message: 'Krivo.' },
    ],
  },
  voidAward: { award: { ...award, voided: true } },
  checkCooldown: { team, cooldowns: [cooldown] },
  scan: { nfc: { nfc_id: 'zmaj', nfc_type: 'bonus', team: null, vendor, award, already_collected: true } },
  updateProfile: { user },
  listSessions: { sessions: [{ started_at: at, last_used_at: at, browser: 'Chrome · Android', current: true }] },
  endOtherSessions: {},
  listTags: { tags: [{ nfc_id: 'tim-0001', nfc_type: 'team', written_at: null }] },
  markTagWritten: {},
  pushKey: { public_key: 'BAbc_1-2' },
  subscribePush: {},
  unsubscribePush: {},
}
