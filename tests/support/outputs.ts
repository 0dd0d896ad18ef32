import type { CallName, CallOutput } from '#contract/calls'

const at = '2026-05-09T12:00:00.000Z'
const team = { team_id: 'vukovi', team_name: 'Plavi Vukovi' }
const vendor = { vendor_id: 'arkade', name: 'Arkadna zona' }

const user = {
  id: 'ana',
  organiser: false,
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

const foundTeam = { ...team, points: -5, rank: 1, hidden: true, member_count: 2 }

const cooldown = { vendor_id: 'arkade', team_id: 'vukovi', point_type: 'pobjeda', remaining_seconds: 899, available_at: at }

const device = { device_id: 'Xw3b-9_kQ2mZ7rTa', registered_at: at, last_used_at: null, revoked_at: at }

/** One successful output of every call; a call without it does not compile. */
export const OUTPUTS: { readonly [N in CallName]: CallOutput<N> } = {
  register: { user_id: 'ana', resend_seconds: 30, sms_sent: true },
  requestCode: { resend_seconds: 30 },
  currentUser: { user },
  signOut: {},
  signIn: { user: { ...user, vendor_id: 'arkade', vendor, team: null, pending_team: team } },
  createTeam: { team_id: 'vukovi' },
  joinTeam: { joined: false },
  inviteToTeam: { invite_token: 'a1-b2', expires_at: at },
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
  pickEmblem: {},
  disbandTeam: {},
  teamPoints: { points: 25, rank: 1, awards: [award], more: false, booths: [{ vendor_id: 'arkade', awards: 1, points: 25 }] },
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
  listMessages: { messages: [{ message_id: 'm1', text: 'Ručak do 13 h.', sent_at: at, to: 'all' }] },
  overview: {
    event: { starts_at: at, ends_at: null, frozen_at: null, closed_at: null, open: true },
    counts: { players: 1, teams: 1, awards: 1, voided: 0, refused: 0, late: 1, late_counted: 0, waiting: 2 },
    booths: [
      {
        ...{ ...vendor, location: 'Hala A', awards_last_hour: 1, refused_last_hour: 0, last_award_at: at },
        staff: [
          {
            ...{ user_id: 'iva', nickname: 'iva', first_name: 'Iva', last_name: 'Ivić', mobile: '+385911234567' },
            ...{ signed_in: false, last_seen_at: null, waiting: null, devices: [device] },
          },
        ],
      },
    ],
    sms: { sent: 1, failed: 0, last_failure_at: null },
  },
  find: {
    people: [
      {
        ...{ user_id: 'ana', first_name: 'Ana', last_name: 'Anić', nickname: 'ana', mobile: '+385912345678' },
        ...{ email: 'ana@example.hr', vendor_id: null, ...team, blocked: false, last_seen_at: null },
      },
    ],
    teams: [foundTeam],
  },
  organiserTeam: {
    team: { ...foundTeam, nfc_id: null, created_at: at, disbanded_at: null },
    members: [],
    awards: [award],
    history: [
      {
        ...{ kind: 'adjustment', at, received_at: at, who: null, person: null, vendor_name: null, label: 'Ispravak', points: -5 },
        ...{ award_id: award.award_id, voided: false, code: null, reason: 'Dvaput upisano', about: null },
      },
    ],
  },
  signInLink: { link: 'https://example.hr/l/ana/x' },
  blockPerson: {},
  registerDevice: { device_id: 'Xw3b-9_kQ2mZ7rTa', revoked: true },
  deliver: { award, duplicate: false },
  unblockPerson: {},
  revokeDevice: {},
  voidAnyAward: { award },
  adjustPoints: { award },
  moveAward: { award },
  closeResults: { closed_at: at },
  reopenResults: { closed_at: null },
  listLate: {
    late: [
      {
        ...{ late_id: 'k1', kind: 'award', ...team, vendor_name: 'Arkadna zona', label: 'Pobjeda', points: 25 },
        ...{ awarded_at: at, received_at: at, accepted: false, declined: false },
      },
    ],
  },
  acceptLate: { award },
  declineLate: {},
  renameTeam: {},
  hideTeam: {},
  showTeam: {},
  makeCaptain: {},
  attachTag: {},
  freeze: { frozen_at: at },
  reveal: { frozen_at: null },
  revealNext: { place: 10, team: { ...team, points: 25, rank: 10, member_count: 2 } },
  odd: { odd: [{ kind: 'two_places', team_id: 't1', team_name: 'Plavi Vukovi', count: 3, since: at, until: at }] },
  dismissOdd: {},
  announce: { message_id: 'm1' },
  audit: { entries: [{ entry_id: 'e1', at, who: 'ana', what: 'hide_team', about: 'Plavi Vukovi', reason: 'Uvreda' }] },
}
