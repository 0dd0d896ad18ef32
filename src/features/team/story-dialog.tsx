import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { listVendors } from '#contract/calls/booth'
import { ADJUSTMENT_TYPE, type Award, type Vendor } from '#contract/entities'
import { hourOf, startOfHour } from '#lib/clock-time'
import type { Medal } from '#rules/medals'
import { medalTexts } from '#texts/medals'
import { outOf } from '#texts/numbers'
import { storyTexts } from '#texts/story'
import { teamTexts } from '#texts/team'
import { query } from '../../api/queries'
import { fetchOlderAwards, type TeamPoints, teamPointsQuery } from '../../api/score-queries'
import type { OwnTeam } from '../../game/membership'
import { Button } from '../../ui/button'
import { CloseButton, Modal, ModalTitle } from '../../ui/dialog'
import { TeamArt, useStars } from '../arrival/team-art'
import { earnedOf, MedalHexagon } from './medals'
import { ShareButton } from './story-offer'
import { TeamPicture } from './team-picture'

const HOUR_MS = 3_600_000

interface BestHour {
  /** The hour's start (ms), a full hour on the event's clocks. */
  readonly from: number
  readonly points: number
}

type Counted = Pick<Award, 'awarded_at' | 'points' | 'point_type' | 'voided'>

/** The clock hour in which a team won most points, the earliest if tied; null if it won none. */
export function bestHour(awards: readonly Counted[]): BestHour | null {
  const sums = new Map<number, number>()
  for (const { awarded_at, points, point_type, voided } of awards) {
    if (voided || point_type === ADJUSTMENT_TYPE) continue
    const from = startOfHour(Date.parse(awarded_at))
    sums.set(from, (sums.get(from) ?? 0) + points)
  }
  const [best = null] = [...sums]
    .map(([from, points]) => ({ from, points }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || a.from - b.from)
  return best
}

/** The clock hours at which the best hour starts and ends; midnight is 24 at its end. */
export function clockHours({ from }: BestHour): [from: number, until: number] {
  return [hourOf(from), hourOf(from + HOUR_MS) || 24]
}

type StoryPage =
  | {
      readonly kind: 'booths'
      readonly visited: number
      readonly all: number
      readonly best: { readonly name: string; readonly points: number }
    }
  | { readonly kind: 'hour'; readonly best: BestHour }
  | { readonly kind: 'medals'; readonly medals: readonly Medal[] }
  /** For a team that got no points. */
  | { readonly kind: 'quiet' }
  | { readonly kind: 'place' }

/**
 * The pages of the story of a team's evening, by this device's data; the last page has the picture.
 * Omits the best hour while older awards are missing: another hour might turn out to be better.
 */
export function storyPages(points: TeamPoints, vendors: readonly Vendor[]): readonly StoryPage[] {
  const given = (points.booths ?? [])
    .filter((booth) => booth.points > 0)
    .sort((a, b) => b.points - a.points)
  const names = new Map(vendors.map(({ vendor_id, name }) => [vendor_id, name]))
  const [most] = given
  const best = points.more === true ? null : bestHour(points.awards)
  const medals = earnedOf(points.medals)
  const pages: StoryPage[] = []
  if (most !== undefined) {
    // At least as many as were visited: a visited booth may have left the list since.
    const all = Math.max(vendors.length, given.length)
    pages.push({
      kind: 'booths',
      visited: given.length,
      all,
      best: { name: names.get(most.vendor_id) ?? '', points: most.points },
    })
  }
  if (best !== null) pages.push({ kind: 'hour', best })
  if (medals.length > 0) pages.push({ kind: 'medals', medals })
  if (pages.length === 0) pages.push({ kind: 'quiet' })
  return [...pages, { kind: 'place' }]
}

/**
 * The index of the page of this kind; 0 if there is none. The reader's page is remembered by its
 * kind, because the best hour is inserted when older awards have loaded.
 */
export function indexOfPage(
  pages: readonly StoryPage[],
  kind: StoryPage['kind'] | undefined,
): number {
  return Math.max(
    0,
    pages.findIndex((page) => page.kind === kind),
  )
}

/** Fetches the team's older awards until all are loaded or the server doesn't answer. */
function useWholeDay(): void {
  const client = useQueryClient()
  const { data } = useQuery({ ...teamPointsQuery(), enabled: false })
  const loaded = data?.more === true ? data.awards.length : 0
  useEffect(() => {
    // Offline: tell the story from known data.
    if (loaded > 0) void fetchOlderAwards(client).catch(() => undefined)
  }, [loaded, client])
}

/** The pages of the evening, turned by a tap or the buttons. */
export function StoryDialog({ team, onClose }: { team: OwnTeam; onClose: () => void }) {
  const [turnedTo, setTurnedTo] = useState<StoryPage['kind']>()
  const points = useQuery({ ...teamPointsQuery(), enabled: false }).data
  const vendors = useQuery({ ...query(listVendors, {}), enabled: false }).data?.vendors ?? []
  useWholeDay()
  const pages = points === undefined ? [] : storyPages(points, vendors)
  const current = indexOfPage(pages, turnedTo)
  const page = pages[current]
  const go = (by: number) => setTurnedTo(pages[current + by]?.kind ?? page?.kind)
  return (
    <Modal
      onClose={onClose}
      className="fixed inset-0 flex flex-col overflow-y-auto bg-sky bg-linear-to-b from-glow to-sky p-4 pt-[max(0.75rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      <div aria-hidden className="mx-auto flex w-full max-w-xl shrink-0 gap-1.5">
        {pages.map(({ kind }, index) => (
          <span
            key={kind}
            className={`h-1 flex-1 rounded-full ${index <= current ? 'bg-accent forced-colors:bg-[CanvasText]' : 'bg-line forced-colors:border'}`}
          />
        ))}
      </div>
      <div className="mx-auto flex w-full max-w-xl shrink-0 items-center justify-between gap-3">
        <ModalTitle className="font-bold text-soft">{teamTexts.story}</ModalTitle>
        <CloseButton onClose={onClose} className="relative z-2 -mr-2 hover:bg-raised" />
      </div>
      <div role="status" className="mx-auto flex w-full max-w-xl flex-1 shrink-0 flex-col">
        {/* A tap anywhere turns the page; keyboard and screen readers use the button below. */}
        {current < pages.length - 1 && (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden
            onClick={() => go(1)}
            className="fixed inset-0 z-1 size-full cursor-pointer"
          />
        )}
        <div
          key={page?.kind}
          className="flex flex-1 animate-arrive flex-col items-center justify-center gap-[2.5dvh] text-center text-lg sm:text-xl"
        >
          <p className="sr-only">{storyTexts.page(current + 1, pages.length)}</p>
          {page !== undefined && <Page page={page} team={team} />}
        </div>
      </div>
      <div className="relative z-2 mx-auto mt-4 flex w-full max-w-xl shrink-0 flex-wrap gap-3">
        <Button
          variant="secondary"
          className="grow"
          disabled={current === 0}
          onClick={() => go(-1)}
        >
          {storyTexts.previous}
        </Button>
        {current < pages.length - 1 ? (
          <Button className="grow" onClick={() => go(1)}>
            {storyTexts.next}
          </Button>
        ) : (
          <ShareButton team={team} variant="primary" className="grow" />
        )}
      </div>
    </Modal>
  )
}

function Page({ page, team }: { page: StoryPage; team: OwnTeam }) {
  switch (page.kind) {
    case 'booths':
      return (
        <>
          <Sky team={team} />
          <StoryFact title={storyTexts.boothsTitle} number={outOf(page.visited, page.all)}>
            {page.best.name !== '' && (
              <p>{storyTexts.bestBooth(page.best.name, page.best.points)}</p>
            )}
          </StoryFact>
        </>
      )
    case 'hour':
      return (
        <StoryFact title={storyTexts.hourTitle} number={storyTexts.hour(...clockHours(page.best))}>
          <p>{storyTexts.hourPoints(page.best.points)}</p>
        </StoryFact>
      )
    case 'medals':
      return <Medals earned={page.medals} />
    case 'quiet':
      return (
        <StoryFact title={storyTexts.noPointsTitle}>
          <p>{storyTexts.noPoints}</p>
        </StoryFact>
      )
    case 'place':
      return (
        <>
          <StoryFact title={storyTexts.placeTitle} number={teamTexts.rank(team)} />
          <TeamPicture
            team={team}
            // Leaves room for the buttons, which are one below the other on a narrow phone.
            className="h-[clamp(10rem,100dvh-23rem,min(34rem,52dvh))]"
          />
        </>
      )
  }
}

function StoryFact({
  title,
  number,
  children,
}: {
  title: string
  number?: string
  children?: ReactNode
}) {
  return (
    <>
      <h3 className="text-xl font-semibold text-soft sm:text-2xl">{title}</h3>
      {number !== undefined && (
        <p className="text-[min(5.5rem,17vw,16dvh)] leading-none font-bold text-accent tabular-nums">
          {number}
        </p>
      )}
      {children}
    </>
  )
}

function Medals({ earned }: { earned: readonly Medal[] }) {
  return (
    <StoryFact title={storyTexts.medalsTitle}>
      <ul className="flex flex-wrap justify-center gap-4">
        {earned.map((medal) => (
          <li key={medal} className="flex w-28 flex-col items-center gap-1 text-base font-semibold">
            <MedalHexagon medal={medal} isEarned className="size-[min(6rem,16dvh)]" />
            {medalTexts.medals[medal].name}
          </li>
        ))}
      </ul>
    </StoryFact>
  )
}

/** The team's constellation, above its results. */
function Sky({ team }: { team: OwnTeam }) {
  return (
    <TeamArt
      teamId={team.team_id}
      stars={useStars()}
      className="max-h-[34dvh] w-full min-h-0 shrink"
    />
  )
}
