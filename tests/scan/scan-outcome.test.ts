import { Navigate } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { describe, expect, test } from 'vitest'
import type { Award, Nfc, User } from '#contract/entities'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { tagView } from '../../src/features/scan/outcome-view'
import {
  AskToJoin,
  CreateTeamWithTag,
  ScannedBooth,
  type ScanView,
  ToBoard,
  ToCard,
  ToStart,
} from '../../src/features/scan/scan-frame'

const WOLVES = 'Plavi Vukovi'
const OWLS = 'Crvene Sove'
const QUIZ = 'Kvizionica'
const wolves = { team_id: 't1', team_name: WOLVES }
const owls = { team_id: 't2', team_name: OWLS }
const arcade = { vendor_id: 'arkade', name: 'Arkadna zona' }
const quiz = { vendor_id: 'kviz', name: QUIZ }

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

const nothing = () => undefined
const callbacks = { onCreated: nothing, onOutdated: nothing }

describe('what a scan shows by tag and user', () => {
  test.each<
    [tag: string, who: string, Nfc, User, title: string, Partial<ScanView>, body: FunctionComponent<never>, props: object]
  >([
    ['a free team tag', 'a player without a team', free, teamless, scanTexts.freeTag, {}, CreateTeamWithTag, { nfcId: 'n1' }],
    [
      'a free team tag',
      'a player who asked a team',
      free,
      asking,
      scanTexts.freeTag,
      {},
      CreateTeamWithTag,
      { pendingTeam: wolves },
    ],
    ['a free team tag', 'a player in a team', free, wolf, scanTexts.freeTag, { text: scanTexts.freeInTeam(WOLVES) }, ToCard, {}],
    ['a free team tag', 'staff', free, staff, scanTexts.freeTag, { text: scanTexts.freeStaff }, ToBoard, {}],
    ["a team's tag", 'a player without a team', tagOf(wolves), teamless, scanTexts.team(WOLVES), {}, AskToJoin, { team: wolves }],
    ["a team's tag", 'a player who asked that team', tagOf(wolves), asking, teamTexts.pendingTitle(WOLVES), {}, ToCard, {}],
    [
      ...(["a team's tag", 'a player who asked another', tagOf(owls), asking, scanTexts.team(OWLS)] as const),
      ...([{ text: scanTexts.pendingElsewhere(WOLVES) }, ToCard, {}] as const),
    ],
    ["a team's tag", 'a member of it', tagOf(wolves), wolf, WOLVES, { kind: teamTexts.ownTeam }, ToCard, {}],
    [
      ...(["a team's tag", 'a member of another', tagOf(owls), wolf, scanTexts.team(OWLS)] as const),
      ...([{ text: scanTexts.otherTeam(WOLVES) }, ToCard, {}] as const),
    ],
    ["a team's tag", 'staff', tagOf(wolves), staff, scanTexts.reading, {}, Navigate, { params: { qrSlug: 't1' } }],
    [
      "a booth's tag",
      'a player without a team',
      boothTag(quiz),
      teamless,
      QUIZ,
      {},
      ScannedBooth,
      { viewer: 'player', teamId: null },
    ],
    ["a booth's tag", 'a player in a team', boothTag(quiz), wolf, QUIZ, {}, ScannedBooth, { vendorId: 'kviz', teamId: 't1' }],
    ["a booth's tag", 'its own staff', boothTag(arcade), staff, arcade.name, {}, ScannedBooth, { viewer: 'own-staff' }],
    ["a booth's tag", 'staff of another', boothTag(quiz), staff, QUIZ, {}, ScannedBooth, { viewer: 'other-staff' }],
    ['a tag of a deleted booth', 'a player', boothTag(null), teamless, scanTexts.unknown, {}, ToStart, {}],
    ['a bonus', 'the first player of a team', { ...bonus, award }, wolf, teamTexts.signedPoints(7), { won: true }, ToCard, {}],
    ['a bonus', 'staff', bonus, staff, scanTexts.bonusForPlayers, {}, ToBoard, {}],
    ['a bonus that gave nothing', 'a player who became staff meanwhile', bonus, wolf, scanTexts.bonusForPlayers, {}, ToBoard, {}],
  ])('%s, scanned by %s', (_tag, _who, nfc, user, title, says, type, props) => {
    expect(tagView(nfc, user, callbacks)).toMatchObject({ title, ...says, body: { type, props } })
  })

  test('a bonus, scanned by the next player of the team, was collected before', () => {
    const view = tagView({ ...bonus, award, already_collected: true }, wolf, callbacks)
    expect(view).toMatchObject({ title: scanTexts.alreadyTitle, text: scanTexts.oncePerTeam })
    expect(view.won).toBeUndefined()
  })
})
