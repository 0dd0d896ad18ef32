import { Navigate } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { describe, expect, test } from 'vitest'
import type { Nfc, User } from '#contract/entities'
import { HANDED_OUT } from '#texts/nouns'
import { scanTexts as texts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { CommunicationError } from '../../src/api/errors'
import { failureView, tagView } from '../../src/features/scan/outcome-view'
import {
  AskToJoin,
  CreateTeamWithTag,
  ScannedBooth,
  type ScanView,
  ToBoard,
  ToCard,
  ToStart,
} from '../../src/features/scan/scan-frame'
import { awardOf, teamOf, userOf } from '../support/entities'

const WOLVES = 'Plavi Vukovi'
const OWLS = 'Crvene Sove'
const QUIZ = 'Kvizionica'
const wolves = { team_id: 't1', team_name: WOLVES }
const owls = { team_id: 't2', team_name: OWLS }
const arcade = { vendor_id: 'arkade', name: 'Arkadna zona' }
const quiz = { vendor_id: 'kviz', name: QUIZ }

const teamless = userOf()
const asking: User = { ...teamless, pending_team: wolves }
const wolf: User = { ...teamless, team: teamOf('t1', wolves) }
const staff: User = { ...teamless, vendor_id: 'arkade', vendor: arcade }

const free: Nfc = {
  nfc_id: 'n1',
  nfc_type: 'team',
  team: null,
  vendor: null,
  award: null,
  already_collected: false,
}
const tagOf = (team: Nfc['team']): Nfc => ({ ...free, team })
const boothTag = (vendor: Nfc['vendor']): Nfc => ({ ...free, nfc_type: 'vendor', vendor })
const award = awardOf({
  ...wolves,
  vendor_id: null,
  vendor_name: null,
  point_type: 'blago',
  label: 'Skriveno blago',
  points: 7,
})
const bonus: Nfc = { ...free, nfc_type: 'bonus' }

const nothing = () => undefined
const callbacks = { onCreated: nothing, onOutdated: nothing }

describe('the view of a scan by tag and user', () => {
  type Shows = [
    tag: string,
    who: string,
    Nfc,
    User,
    title: string,
    Partial<ScanView>,
    FunctionComponent<never>,
    props: object,
  ]
  test.each<Shows>([
    [
      'a free tag',
      'a player without a team',
      free,
      teamless,
      texts.freeTag,
      {},
      CreateTeamWithTag,
      { nfcId: 'n1' },
    ],
    [
      'a free tag',
      'a player who asked to join a team',
      free,
      asking,
      texts.freeTag,
      {},
      CreateTeamWithTag,
      { pendingTeam: wolves },
    ],
    [
      'a free tag',
      'a player in a team',
      free,
      wolf,
      texts.freeTag,
      { text: texts.freeInTeam(WOLVES) },
      ToCard,
      {},
    ],
    ['a free tag', 'staff', free, staff, texts.freeTag, { text: texts.freeStaff }, ToBoard, {}],
    [
      "a team's tag",
      'a player without a team',
      tagOf(wolves),
      teamless,
      texts.team(WOLVES),
      {},
      AskToJoin,
      { team: wolves },
    ],
    [
      "a team's tag",
      'a player who asked to join that team',
      tagOf(wolves),
      asking,
      teamTexts.pendingTitle(WOLVES),
      {},
      ToCard,
      {},
    ],
    [
      "a team's tag",
      'a player who asked to join another team',
      tagOf(owls),
      asking,
      texts.team(OWLS),
      { text: texts.pendingElsewhere(WOLVES) },
      ToCard,
      {},
    ],
    [
      "a team's tag",
      'a member of it',
      tagOf(wolves),
      wolf,
      WOLVES,
      { kind: teamTexts.ownTeam },
      ToCard,
      {},
    ],
    [
      "a team's tag",
      'a member of another team',
      tagOf(owls),
      wolf,
      texts.team(OWLS),
      { text: texts.otherTeam(WOLVES) },
      ToCard,
      {},
    ],
    [
      "a team's tag",
      'staff',
      tagOf(wolves),
      staff,
      texts.reading,
      {},
      Navigate,
      { params: { qrSlug: 't1' }, replace: true },
    ],
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
    [
      "a booth's tag",
      'a player in a team',
      boothTag(quiz),
      wolf,
      QUIZ,
      {},
      ScannedBooth,
      { vendorId: 'kviz', teamId: 't1' },
    ],
    [
      "a booth's tag",
      'its own staff',
      boothTag(arcade),
      staff,
      arcade.name,
      {},
      ScannedBooth,
      { viewer: 'own-staff' },
    ],
    [
      "a booth's tag",
      'staff of another booth',
      boothTag(quiz),
      staff,
      QUIZ,
      {},
      ScannedBooth,
      { viewer: 'other-staff' },
    ],
    [
      'a tag of a deleted booth',
      'a player',
      boothTag(null),
      teamless,
      texts.unknown,
      {},
      ToStart,
      {},
    ],
    [
      'a bonus',
      'the first player of a team',
      { ...bonus, award },
      wolf,
      teamTexts.signedPoints(7),
      { treasure: award },
      ToCard,
      {},
    ],
    ['a bonus', 'staff', bonus, staff, texts.bonusForPlayers, {}, ToBoard, {}],
    [
      'a bonus that gave nothing',
      'a player who became staff meanwhile',
      bonus,
      wolf,
      texts.bonusForPlayers,
      {},
      ToBoard,
      {},
    ],
  ])('%s, scanned by %s', (_tag, _who, nfc, user, title, says, type, props) => {
    expect(tagView(nfc, user, callbacks)).toMatchObject({ title, ...says, body: { type, props } })
  })

  test('a stored scan that the server has refused since says why, and no longer that it waits', () => {
    const failed = {
      error: new CommunicationError('no answer'),
      retrying: false,
      stored: true,
      user: wolf,
      onRetry: nothing,
    }
    expect(failureView({ ...failed, refusal: null }).title).toBe(texts.stored)
    const refused = failureView({ ...failed, refusal: 'Oznaka ne postoji.' })
    expect(refused).toMatchObject({ text: 'Oznaka ne postoji.', body: { type: ToCard } })
    expect(refused.title).not.toBe(texts.stored)
  })

  test('rule 11: a bonus of 0 points is called Preuzeto and is no treasure', () => {
    const view = tagView({ ...bonus, award: { ...award, points: 0 } }, wolf, callbacks)
    expect([view.title, view.treasure]).toEqual([HANDED_OUT, undefined])
  })

  test('a bonus, scanned by the next player of the team, was collected before', () => {
    const view = tagView({ ...bonus, award, already_collected: true }, wolf, callbacks)
    expect(view).toMatchObject({ title: texts.alreadyTitle, text: texts.oncePerTeam })
    expect(view.treasure).toBeUndefined()
  })
})
