import type { QueryClient } from '@tanstack/react-query'
import type { AwardRefusalCode } from '#contract/codes'
import type { PointType, Team } from '#contract/entities'
import { formatRemaining } from '#lib/duration'
import { createObservable } from '#lib/observable'
import { serverNow } from '#lib/server-clock'
import { awardTexts } from '#texts/booth'
import { scanTexts } from '#texts/scan'
import { serverReachable } from '../../api/connection'
import { boothAwardsQuery, teamsQuery } from '../../api/merging-queries'
import { captureClocks } from '../../offline/clocks'
import { createOutboxEntry } from '../../offline/entry'
import { pageOutbox } from '../../offline/page-outbox'
import type { OutboxView } from '../../offline/view'
import { createRepeatGuard } from '../../scanner/looks'
import type { FoundTarget } from '../../scanner/scan-target'
import { signalAnswer } from '../../ui/signal'
import type { GivenState } from '../outbox/award-state'
import { signalElsewhere } from '../outbox/outbox-sync'
import { giveAward, onGivenState, stateOfGiven } from './give-award'
import { type Pause, pauseOf } from './pause'

/** What was not seen for less than this time (ms) is still the same scan: its code left the picture, or its tag was read as well. */
const SAME_SCAN_MS = 3_000
/** How long the whole screen answers (ms). */
const ANSWER_MS = 2_000
/** How long an answer waits for the server's word (ms), so that a pause that this device did not know is the only answer. */
const PATIENCE_MS = 500

interface ScannedTeam {
  readonly team_id: string
  readonly team_name: string
}

/** An award of the series. */
export interface Given {
  readonly team: ScannedTeam
  readonly pointType: PointType
  readonly awardId: string
}

/** What a scan has come to. */
export type Answer = { readonly number: number } & (
  | { readonly is: 'given'; readonly awardId: string }
  | { readonly is: 'paused'; readonly teamName: string; readonly text: string; readonly predicted: boolean }
  | { readonly is: 'refused'; readonly teamName: string | null; readonly text: string }
)

type Said<A = Answer> = A extends Answer ? Omit<A, 'number'> : never

interface SeriesState {
  readonly chosen: PointType
  /** Newest first. */
  readonly given: readonly Given[]
  /** null while the next team is awaited. */
  readonly answer: Answer | null
}

export interface SeriesOf {
  readonly userId: string
  readonly vendorId: string
}

/** What an award of the series comes to: it counts, may count, or does not; none while that is not known, and once it is taken back. */
function fateOf(state: GivenState | undefined): 'recorded' | 'waits' | 'refused' | 'none' {
  switch (state?.is) {
    case 'recorded':
      return state.award.voided ? 'none' : 'recorded'
    case 'not-undone':
      return 'recorded'
    case 'waiting':
    case 'sending':
      return 'waits'
    case 'refused':
    case 'not-kept':
      return 'refused'
    case 'cancelling':
    case 'withdrawn':
    case 'not-kept-sending':
    case undefined:
      return 'none'
  }
}

/** How many teams and awards count or wait, and how many were refused. */
export function countsOf(view: OutboxView, given: readonly Given[]) {
  const fates = given.map(({ team, awardId }) => ({ team, fate: fateOf(stateOfGiven(view, awardId)) }))
  const counting = fates.filter(({ fate }) => fate === 'recorded' || fate === 'waits')
  return {
    teams: new Set(counting.map(({ team }) => team.team_id)).size,
    awards: counting.length,
    waiting: fates.filter(({ fate }) => fate === 'waits').length,
    refused: fates.filter(({ fate }) => fate === 'refused').length,
  }
}

const targetKey = (target: FoundTarget): string => {
  switch (target.is) {
    case 'team':
      return target.teamId
    case 'tag':
      return `tag ${target.nfcId}`
    case 'invitation':
    case 'sign-in-link':
    case 'voucher':
      return target.is
  }
}

/** The team of a scanned code or tag; null if there is none. A code tells the team by itself, a tag is looked up, where `mayAsk` at the server too. */
async function teamOf(target: FoundTarget, client: QueryClient, mayAsk: boolean): Promise<ScannedTeam | null> {
  const held = client.getQueryData(teamsQuery().queryKey)?.teams ?? []
  switch (target.is) {
    case 'team': {
      const listed = held.find(({ team_id }) => team_id === target.teamId)
      return listed ?? { team_id: target.teamId, team_name: awardTexts.unlistedTeamName }
    }
    case 'tag': {
      const ofTag = ({ nfc_id }: Pick<Team, 'nfc_id'>) => nfc_id === target.nfcId
      const known = held.find(ofTag)
      if (known !== undefined || !mayAsk) return known ?? null
      // A team founded since the list was fetched.
      const fresh = await client.fetchQuery({ ...teamsQuery(), retry: false }).catch(() => null)
      return fresh?.teams.find(ofTag) ?? null
    }
    case 'invitation':
    case 'sign-in-link':
    case 'voucher':
      return null
  }
}

export type Series = ReturnType<typeof createSeries>

/** Gives the chosen point type to each team that is scanned, through the outbox like any other award, and answers each scan once. */
export function createSeries(client: QueryClient, { userId, vendorId }: SeriesOf, first: PointType) {
  const state = createObservable<SeriesState>({ chosen: first, given: [], answer: null })
  const now = () => performance.now()
  const isNewTeam = createRepeatGuard(now, SAME_SCAN_MS)
  const isNewLook = createRepeatGuard(now, SAME_SCAN_MS)
  /** The awards that may still be refused, by id, and whether they were answered as given. */
  const open = new Map<string, { isTold: boolean; readonly patientUntil: number }>()
  let answers = 0
  let isOver = false
  let ending: ReturnType<typeof setTimeout> | undefined

  const change = (changed: Partial<SeriesState>) => state.set({ ...state.get(), ...changed })
  const endAnswer = () => change({ answer: null })

  function answer(said: Said): void {
    signalAnswer(said.is)
    answers += 1
    change({ answer: { ...said, number: answers } })
    clearTimeout(ending)
    ending = setTimeout(endAnswer, ANSWER_MS)
  }

  function tellRefusal({ team, pointType, awardId }: Given, view: OutboxView): void {
    const given = stateOfGiven(view, awardId)
    const text = given?.is === 'refused' ? given.reason : awardTexts.notKept
    const code = view.entries.find((entry) => entry.awardId === awardId)?.refusal?.code
    if (code !== ('COOLDOWN' satisfies AwardRefusalCode)) {
      answer({ is: 'refused', teamName: team.team_name, text })
      return
    }
    answer({ is: 'paused', teamName: team.team_name, text, predicted: false })
    void tellPause(team, pointType, answers)
  }

  /** How long a pause lasts that this device did not know, once the server has said so. */
  async function tellPause(team: ScannedTeam, pointType: PointType, number: number): Promise<void> {
    await client.fetchQuery({ ...boothAwardsQuery(), staleTime: 0, retry: false }).catch(() => undefined)
    const { seconds } = pauseOfTeam(team.team_id, pointType)
    const { answer: shown } = state.get()
    if (seconds === 0 || shown?.number !== number || shown.is !== 'paused') return
    change({ answer: { ...shown, text: awardTexts.pause(formatRemaining(seconds)) } })
  }

  /** Answers once that an award was given, and whenever it is refused. */
  function tellOutcome(one: Given, view: OutboxView): void {
    const { awardId } = one
    const waited = open.get(awardId)
    const fate = fateOf(stateOfGiven(view, awardId))
    if (waited === undefined || fate === 'none') return
    if (fate !== 'waits') open.delete(awardId)
    if (fate === 'refused') tellRefusal(one, view)
    else if (!waited.isTold && (fate === 'recorded' || !isPatient(waited.patientUntil))) {
      waited.isTold = true
      answer({ is: 'given', awardId })
    }
  }
  const isPatient = (until: number) => now() < until && serverReachable.get()
  function tellOutcomes(): void {
    if (isOver) return
    for (const one of state.get().given) tellOutcome(one, pageOutbox.view())
  }

  /** All is read at the moment of the scan. */
  function pauseOfTeam(teamId: string, pointType: PointType): Pause {
    const listed = client.getQueryData(boothAwardsQuery().queryKey)
    const team = { team_id: teamId, vendor_id: vendorId }
    return pauseOf(team, pointType, { ...pageOutbox.view(), listed, userId }, serverReachable.get(), serverNow())
  }

  function give(team: ScannedTeam): void {
    if (!isNewTeam(team.team_id)) return
    const { chosen: pointType } = state.get()
    const { seconds, forbids, predicted } = pauseOfTeam(team.team_id, pointType)
    if (seconds > 0 && forbids) {
      answer({ is: 'paused', teamName: team.team_name, text: awardTexts.pause(formatRemaining(seconds)), predicted })
      return
    }
    const entry = createOutboxEntry({ userId, vendorId, team, pointType }, captureClocks())
    const { awardId } = entry
    signalElsewhere.add(awardId)
    open.set(awardId, { isTold: false, patientUntil: now() + PATIENCE_MS })
    change({ given: [{ team, pointType, awardId }, ...state.get().given] })
    void giveAward(entry)
    setTimeout(tellOutcomes, PATIENCE_MS)
  }

  return {
    state: { get: state.get, subscribe: state.subscribe },
    choose: (chosen: PointType) => change({ chosen }),
    endAnswer,
    give,
    /** Takes what a look of the camera has found, however often, or a tag. */
    async take(found: readonly FoundTarget[]): Promise<void> {
      const isNew = isNewLook(found.map(targetKey).toSorted().join(' '))
      const of = await Promise.all(found.map((target) => teamOf(target, client, isNew && found.length === 1)))
      const [team, ...others] = of.filter((one) => one !== null)
      const isOne = others.every(({ team_id }) => team_id === team?.team_id)
      // Told each time: while its card still lies there, a tag of the same team is no other scan.
      if (team !== undefined && isOne) return give(team)
      if (!isNew) return
      const unknown = found.some(({ is }) => is === 'tag') ? scanTexts.notOnDevice : awardTexts.seriesNoTeam
      answer({ is: 'refused', teamName: null, text: isOne ? unknown : awardTexts.seriesTwoCards })
    },
    /** Answers with what becomes of the awards, until the returned function ends it. */
    follow(): () => void {
      isOver = false
      const end = onGivenState(tellOutcomes)
      return () => {
        isOver = true
        end()
        clearTimeout(ending)
        // What becomes of them later is signalled like any other award's.
        for (const awardId of open.keys()) signalElsewhere.delete(awardId)
      }
    },
  }
}
