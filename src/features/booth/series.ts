import type { QueryClient } from '@tanstack/react-query'
import type { AwardRefusalCode } from '#contract/codes'
import type { PointType, Team } from '#contract/entities'
import { createObservable } from '#lib/observable'
import { serverNow } from '#lib/server-clock'
import { awardTexts } from '#texts/booth'
import { scanTexts } from '#texts/scan'
import { serverReachable } from '../../api/connection'
import { boothAwardsQuery, teamsQuery } from '../../api/score-queries'
import { runningCooldownText } from '../../game/booth-rows'
import { captureClocks } from '../../offline/clocks'
import { createAwardEntry } from '../../offline/entry'
import { pageOutbox } from '../../offline/page-outbox'
import type { OutboxView } from '../../offline/view'
import { createRepeatGuard } from '../../scanner/frames'
import type { FoundTarget } from '../../scanner/scan-target'
import { signalAnswer } from '../../ui/signal'
import type { GivenState } from '../outbox/award-state'
import { signalElsewhere } from '../outbox/outbox-sync'
import { giveAward, onShownState, shownState } from './give-award'
import { type RemainingCooldown, remainingCooldown } from './remaining-cooldown'

/**
 * Treat readings of one target less than this time (ms) apart as one scan: its code was briefly out
 * of view, or its tag was read too.
 */
const SAME_SCAN_MS = 3_000
/** How long the whole screen shows an answer (ms). */
const ANSWER_MS = 2_000
/**
 * How long an answer waits for the server (ms): an award that the server refuses by then, for a
 * cooldown unknown to this device, is never shown as given.
 */
const SERVER_WAIT_MS = 500

interface ScannedTeam {
  readonly team_id: string
  readonly team_name: string
}

/** An award of the series. */
export interface SeriesAward {
  readonly team: ScannedTeam
  readonly pointType: PointType
  readonly awardId: string
}

/** The outcome of a scan. */
type ScanOutcome =
  | { readonly kind: 'given'; readonly award: SeriesAward }
  | {
      readonly kind: 'cooldown'
      readonly teamName: string
      readonly text: string
      readonly predicted: boolean
    }
  | { readonly kind: 'refused'; readonly teamName: string | null; readonly text: string }

/** The answer to a scan, shown on the whole screen. */
export type SeriesAnswer = ScanOutcome & { readonly number: number }

interface SeriesState {
  readonly chosen: PointType
  /** Newest first. */
  readonly awards: readonly SeriesAward[]
  /** Null while waiting for the next team. */
  readonly answer: SeriesAnswer | null
}

export interface SeriesContext {
  readonly userId: string
  readonly vendorId: string
}

/** Whether an award of the series counts; 'none' while unknown, and once cancelled or voided. */
function awardOutcome(state: GivenState | undefined): 'recorded' | 'waiting' | 'refused' | 'none' {
  switch (state?.kind) {
    case 'recorded':
      return state.award.voided ? 'none' : 'recorded'
    case 'not-undone':
      return 'recorded'
    case 'waiting':
    case 'sending':
      return 'waiting'
    case 'refused':
      return 'refused'
    case 'not-stored':
      return state.sending ? 'none' : 'refused'
    case 'cancelling':
    case 'withdrawn':
    case undefined:
      return 'none'
  }
}

/** The numbers of recorded or waiting awards, of their teams, of waiting, and of refused awards. */
export function seriesCounts(view: OutboxView, awards: readonly SeriesAward[]) {
  const outcomes = awards.map(({ team, awardId }) => ({
    team,
    outcome: awardOutcome(shownState(view, awardId)),
  }))
  const counting = outcomes.filter(({ outcome }) => outcome === 'recorded' || outcome === 'waiting')
  return {
    teams: new Set(counting.map(({ team }) => team.team_id)).size,
    awards: counting.length,
    waiting: outcomes.filter(({ outcome }) => outcome === 'waiting').length,
    refused: outcomes.filter(({ outcome }) => outcome === 'refused').length,
  }
}

const targetKey = (target: FoundTarget): string => {
  switch (target.kind) {
    case 'team':
      return target.teamId
    case 'tag':
      return `tag ${target.nfcId}`
    case 'invitation':
    case 'sign-in-link':
    case 'voucher':
      return target.kind
  }
}

/**
 * Finds the team of a scanned code or tag; null if there is none. Looks a tag up in the list of
 * teams; if the tag is missing there and `mayFetch` is true, fetches the list again.
 */
async function teamOf(
  target: FoundTarget,
  client: QueryClient,
  mayFetch: boolean,
): Promise<ScannedTeam | null> {
  const teams = client.getQueryData(teamsQuery().queryKey)?.teams ?? []
  switch (target.kind) {
    case 'team': {
      const listed = teams.find(({ team_id }) => team_id === target.teamId)
      return listed ?? { team_id: target.teamId, team_name: awardTexts.unlistedTeamName }
    }
    case 'tag': {
      const ofTag = ({ nfc_id }: Pick<Team, 'nfc_id'>) => nfc_id === target.nfcId
      const known = teams.find(ofTag)
      if (known !== undefined || !mayFetch) return known ?? null
      // The tag may be newer than the list.
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

/**
 * Awards the chosen point type to each scanned team, through the outbox, and answers each scan
 * once.
 */
export function createSeries(
  client: QueryClient,
  { userId, vendorId }: SeriesContext,
  first: PointType,
) {
  const state = createObservable<SeriesState>({ chosen: first, awards: [], answer: null })
  const now = () => performance.now()
  const isNewTeam = createRepeatGuard(now, SAME_SCAN_MS)
  const isNewFrame = createRepeatGuard(now, SAME_SCAN_MS)
  /**
   * Awards that may still be refused, by id: whether each was shown as given, and until when that
   * waits for the server (ms).
   */
  const undecided = new Map<string, { isShown: boolean; readonly waitUntil: number }>()
  let answers = 0
  let isClosed = false
  let ending: ReturnType<typeof setTimeout> | undefined

  const change = (changed: Partial<SeriesState>) => state.set({ ...state.get(), ...changed })
  const endAnswer = () => change({ answer: null })

  function answer(outcome: ScanOutcome): void {
    signalAnswer(outcome.kind)
    answers += 1
    change({ answer: { ...outcome, number: answers } })
    clearTimeout(ending)
    ending = setTimeout(endAnswer, ANSWER_MS)
  }

  function showRefusal({ team, pointType, awardId }: SeriesAward, view: OutboxView): void {
    const shown = shownState(view, awardId)
    const text = shown?.kind === 'refused' ? shown.reason : awardTexts.notStored
    const code = view.entries.find((entry) => entry.awardId === awardId)?.refusal?.code
    if (code !== ('COOLDOWN' satisfies AwardRefusalCode)) {
      answer({ kind: 'refused', teamName: team.team_name, text })
      return
    }
    answer({ kind: 'cooldown', teamName: team.team_name, text, predicted: false })
    void showCooldown(team, pointType, answers)
  }

  /**
   * Adds the remaining time to the answer about a cooldown unknown to this device, once the server
   * reports it.
   */
  async function showCooldown(
    team: ScannedTeam,
    pointType: PointType,
    number: number,
  ): Promise<void> {
    await client
      .fetchQuery({ ...boothAwardsQuery(), staleTime: 0, retry: false })
      .catch(() => undefined)
    const { seconds } = cooldownOfTeam(team.team_id, pointType)
    const { answer: shown } = state.get()
    if (seconds === 0 || shown?.number !== number || shown.kind !== 'cooldown') return
    change({ answer: { ...shown, text: runningCooldownText(pointType, seconds, serverNow()) } })
  }

  /** Shows an award once as given, and its refusal, however late that comes. */
  function showOutcome(award: SeriesAward, view: OutboxView): void {
    const { awardId } = award
    const known = undecided.get(awardId)
    const outcome = awardOutcome(shownState(view, awardId))
    if (known === undefined || outcome === 'none') return
    if (outcome !== 'waiting') undecided.delete(awardId)
    if (outcome === 'refused') showRefusal(award, view)
    else if (
      !known.isShown &&
      (outcome === 'recorded' || now() >= known.waitUntil || !serverReachable.get())
    ) {
      known.isShown = true
      answer({ kind: 'given', award })
    }
  }
  function showOutcomes(): void {
    if (isClosed) return
    for (const award of state.get().awards) showOutcome(award, pageOutbox.view())
  }

  /** The team's cooldown by what this device knows now. */
  function cooldownOfTeam(teamId: string, pointType: PointType): RemainingCooldown {
    const listed = client.getQueryData(boothAwardsQuery().queryKey)
    const team = { team_id: teamId, vendor_id: vendorId }
    return remainingCooldown(
      team,
      pointType,
      { ...pageOutbox.view(), listed, userId },
      serverReachable.get(),
      serverNow(),
    )
  }

  function give(team: ScannedTeam): void {
    if (!isNewTeam(team.team_id)) return
    const { chosen: pointType } = state.get()
    const { seconds, forbids, predicted } = cooldownOfTeam(team.team_id, pointType)
    if (seconds > 0 && forbids) {
      answer({
        kind: 'cooldown',
        teamName: team.team_name,
        text: runningCooldownText(pointType, seconds, serverNow()),
        predicted,
      })
      return
    }
    const entry = createAwardEntry({ userId, vendorId, team, pointType }, captureClocks())
    const { awardId } = entry
    signalElsewhere.add(awardId)
    undecided.set(awardId, { isShown: false, waitUntil: now() + SERVER_WAIT_MS })
    void giveAward(entry)
    change({ awards: [{ team, pointType, awardId }, ...state.get().awards] })
    setTimeout(showOutcomes, SERVER_WAIT_MS)
  }

  return {
    state: { get: state.get, subscribe: state.subscribe },
    choose: (chosen: PointType) => change({ chosen }),
    endAnswer,
    give,
    /** Handles the targets of a camera frame or tag, including repeated ones. */
    async handle(found: readonly FoundTarget[]): Promise<void> {
      const isNew = isNewFrame(found.map(targetKey).toSorted().join(' '))
      const scanned = await Promise.all(
        found.map((target) => teamOf(target, client, isNew && found.length === 1)),
      )
      const [team, ...others] = scanned.filter((one) => one !== null)
      const isOneTeam = others.every(({ team_id }) => team_id === team?.team_id)
      // Pass on repeated readings too, so that `isNewTeam` knows that the team's card is still in
      // view, and ignores its tag.
      if (team !== undefined && isOneTeam) return give(team)
      if (!isNew) return
      const unknown = found.some(({ kind }) => kind === 'tag')
        ? scanTexts.notOnDevice
        : awardTexts.seriesNoTeam
      answer({
        kind: 'refused',
        teamName: null,
        text: isOneTeam ? unknown : awardTexts.seriesTwoCards,
      })
    },
    /** Shows the outcomes of the awards until the returned function is called. */
    follow(): () => void {
      isClosed = false
      const end = onShownState(showOutcomes)
      return () => {
        isClosed = true
        end()
        clearTimeout(ending)
        // From now on, signal the outcomes of these awards like those of any other.
        for (const awardId of undecided.keys()) signalElsewhere.delete(awardId)
      }
    },
  }
}
