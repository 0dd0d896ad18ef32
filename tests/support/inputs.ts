import fc from 'fast-check'
import type { CallInput, CallName } from '#contract/calls'
import { ODD_KINDS } from '#rules/odd'

const id = fc.oneof(
  fc.uuid(),
  fc.constantFrom('arkade', 'tim-0001', 'a&b=c', 'š+đ %20'),
  fc.string({ minLength: 1, maxLength: 40 }).filter((text) => /^[!-~][ -~]*$/.test(text)),
)
const secret = fc.oneof(
  fc.integer({ min: 0, max: 999_999 }).map((code) => String(code).padStart(6, '0')),
  fc.uuid(),
)
const word = fc.constantFrom('Ana', 'Đurđica', 'Žarko & sin', 'O’Hara', 'a+b=c', '100%', '漢字', '👾👾')
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const nothing = fc.constant({})
const byTeam = fc.record({ team_id: id })
const byPlayer = fc.record({ player_id: id })

const award = fc.record({
  team_id: id,
  point_type: id,
  award_id: optional(fc.uuid()),
  queued_ms: optional(fc.integer({ min: 0, max: 10_000_000_000 })),
  user_id: optional(id),
  vendor_id: optional(id),
})

const SUBSCRIPTION = { endpoint: 'https://push.example.com/send/abc-1', keys: { p256dh: 'BAbc_1-2', auth: 'a_b-C' } }

/** Valid inputs of every call; a call without them does not compile. */
export const INPUTS: { readonly [N in CallName]: fc.Arbitrary<CallInput<N>> } = {
  register: fc.record({
    user_data: fc.record({
      first_name: word,
      last_name: word,
      email: fc.constantFrom('ana@example.hr', 'ANA+igra@example.hr'),
      mobile: fc.constantFrom('0912345678', '+385 91 234 5678', '(091) 234-5678'),
      nickname: word,
    }),
  }),
  requestCode: fc.record({ id }),
  currentUser: nothing,
  signOut: fc.record({ id, mtp: fc.constant('logout' as const) }),
  signIn: fc.record({ id, mtp: secret }),
  createTeam: fc.record({ team_name: word, nfc_id: optional(id), emblem: optional(fc.integer({ min: 0, max: 11 })) }),
  joinTeam: fc.record({ team_id: id, invite_token: optional(id) }),
  inviteToTeam: nothing,
  listTeams: fc.record({ version: optional(id) }),
  ranking: fc.record({ limit: optional(fc.integer({ min: 1, max: 100 })), version: optional(id) }),
  listMembers: byTeam,
  listInvites: nothing,
  acceptInvite: byPlayer,
  rejectInvite: byPlayer,
  removePlayer: byPlayer,
  pickEmblem: fc.record({ emblem: fc.integer({ min: 0, max: 11 }) }),
  disbandTeam: fc.record({ team_name: fc.string() }),
  teamPoints: fc.record({ before: optional(id) }),
  listVendors: nothing,
  listAwards: nothing,
  awardPoints: award,
  // JSON omits undefined, which is the same to the server.
  awardMany: fc.record({
    awards: fc.array(
      award.map((one) => JSON.parse(JSON.stringify(one)) as typeof one),
      { minLength: 1, maxLength: 40 },
    ),
  }),
  voidAward: fc.record({ award_id: fc.uuid() }),
  checkCooldown: byTeam,
  scan: fc.record({
    nfc_id: id,
    nfc_type: optional(fc.constantFrom('team', 'vendor', 'bonus', 'nešto')),
    queued_ms: optional(fc.integer({ min: 0, max: 10_000_000_000 })),
    user_id: optional(id),
    picc: optional(fc.string()),
    cmac: optional(fc.string()),
  }),
  updateProfile: fc.record({
    user_data: fc.record({ first_name: word, last_name: word, nickname: word, email: optional(fc.constant('ana@example.hr')) }),
  }),
  listSessions: nothing,
  endOtherSessions: nothing,
  listTags: nothing,
  pushKey: nothing,
  subscribePush: fc.record({ subscription: fc.constant(SUBSCRIPTION) }),
  unsubscribePush: fc.record({ endpoint: fc.constant(SUBSCRIPTION.endpoint) }),
  markTagWritten: fc.record({ nfc_id: id }),
  listMessages: nothing,
  overview: nothing,
  find: fc.record({ query: word }),
  organiserTeam: byTeam,
  signInLink: fc.record({ user_id: id }),
  registerDevice: fc.record({ public_key: word }),
  deliver: fc.record({ voucher: word }),
  revokeDevice: fc.record({ device_id: id, reason: word }),
  blockPerson: fc.record({ user_id: id, reason: word }),
  unblockPerson: fc.record({ user_id: id, reason: word }),
  voidAnyAward: fc.record({ award_id: fc.uuid(), reason: word }),
  moveAward: fc.record({ award_id: fc.uuid(), team_id: id, reason: word }),
  listLate: fc.record({ before: optional(id) }),
  acceptLate: fc.record({ late_id: id, reason: word }),
  declineLate: fc.record({ late_id: id, reason: word }),
  closeResults: nothing,
  reopenResults: nothing,
  adjustPoints: fc.record({
    team_id: id,
    points: fc.integer({ min: -10_000, max: 10_000 }),
    reason: word,
    adjustment_id: fc.uuid(),
  }),
  renameTeam: fc.record({ team_id: id, team_name: word.filter((text) => text.length > 1), reason: word }),
  hideTeam: fc.record({ team_id: id, reason: word }),
  showTeam: fc.record({ team_id: id, reason: word }),
  makeCaptain: fc.record({ team_id: id, player_id: id, reason: word }),
  attachTag: fc.record({ team_id: id, nfc_id: id }),
  freeze: nothing,
  reveal: nothing,
  revealNext: fc.record({ after: optional(id) }),
  odd: nothing,
  dismissOdd: fc.record({
    ...{ kind: fc.constantFrom(...ODD_KINDS), team_id: optional(id), vendor_id: optional(id), user_id: optional(id) },
    ...{ nfc_id: optional(id), until: fc.constantFrom('2026-05-09T10:00:00.000Z', '2099-02-30T10:00:00Z'), reason: word },
  }),
  announce: fc.record({ text: word, to: fc.constantFrom('all' as const, 'players' as const, 'staff' as const) }),
  audit: fc.record({ before: optional(id) }),
}
