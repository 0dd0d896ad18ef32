import { useSyncExternalStore } from 'react'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { MESSAGE_FRAME, MessageLine } from '../../../session/messages'
import { welcome } from '../../../session/use-membership-news'
import { classes } from '../../../ui/classes'
import { PRODUCT_NAME } from '../../../ui/product'
import { Emblem, HEXAGON } from '../../../ui/team-marks'
import { ArrivalWords, LIME } from '../../arrival/arrival-words'
import { useArrival, usePassing } from '../../arrival/arrivals'
import { TeamArt, useStars } from '../../arrival/team-art'
import { LazyVoucherRow } from '../../outbox/lazy-vouchers'
import type { InviteButtonProps } from '../membership/invite-button'
import { NextRow } from '../points/next-booth-row'
import { TeamPoints } from '../points/team-points'
import { StoryOffer } from '../story/story-offer'
import { TeamQr } from './team-qr'
import { TeamStars } from './team-stars'

interface TeamFrontProps {
  userId: string
  team: NonNullable<User['team']>
  invite: InviteButtonProps
}

/** The front of a team's card: its points and rank, and the QR code for booths. */
export function TeamFront({ userId, team, invite }: TeamFrontProps) {
  const stars = useStars()
  const { points, rank, arrival } = useArrival(team)
  return (
    <div className="min-w-0 lg:sticky lg:top-22">
      <article className="relative overflow-hidden rounded-card foil-frame flat:flex shadow-[0_0_4rem_-1.5rem_var(--color-halo)]">
        <div className="min-w-0 flex-1">
          <div className="relative bg-linear-to-b from-glow to-transparent px-5 pt-3 pb-1 short:pt-2">
            <TeamArt
              teamId={team.team_id}
              stars={stars}
              className="absolute top-3 left-2 h-24 w-[calc(100%-7.5rem)] short:top-2 short:h-16"
            />
            <div className="relative flex min-h-24 items-start justify-end short:min-h-18">
              <RankBadge points={points} rank={rank} />
            </div>
            <TeamStars stars={stars} className="absolute top-3 left-2 h-24 w-[calc(100%-7.5rem)] short:top-2 short:h-16" />
            {/* Over the constellation, so that neither its coming nor its going moves the code. */}
            <div data-passing className="absolute top-3 left-3 flex w-[calc(100%-7.75rem)] short:top-2">
              <MessageLine
                userId={userId}
                className={`h-auto! data-message:min-h-14 max-[24rem]:[&_button:first-child>svg]:hidden max-[24rem]:[&_[data-time]]:before:content-none ${MESSAGE_FRAME}`}
              />
            </div>
            <h1 className="relative flex gap-2 text-3xl leading-tight font-bold short:text-xl short:leading-tight">
              <Emblem team={team} className="mt-[0.07em] size-[1.1em] text-accent" />
              <span className="min-w-0 text-balance">{team.team_name}</span>
            </h1>
          </div>
          <div className="px-5 pt-3 pb-3 short:pt-1 short:pb-2">
            <TeamPoints points={points} arrival={arrival} />
            {/* The room is always kept: what comes and goes moves nothing. */}
            <div className="relative mt-3 min-h-13 short:mt-1.5 short:min-h-12">
              <LazyVoucherRow userId={userId}>
                <NextRow team={team} invite={invite} />
              </LazyVoucherRow>
              <StoryOffer team={team} />
              <Welcome />
              {arrival !== null && <ArrivalWords arrival={arrival} />}
            </div>
          </div>
        </div>
        <div className="px-5 pb-3 flat:w-60 flat:shrink-0 flat:self-start flat:pt-3">
          <TeamQr teamId={team.team_id} teamName={team.team_name} />
          <p className="mt-2 flex justify-between gap-3 border-t border-line pt-3 text-sm text-soft flat:hidden short:hidden">
            <span>{PRODUCT_NAME}</span>
            <span>{teamTexts.members(team.member_count)}</span>
          </p>
        </div>
      </article>
    </div>
  )
}

const WELCOME_MS = 8_000

/** Tells a player whom the captain accepted so, where points are told. */
function Welcome() {
  const teamName = useSyncExternalStore(welcome.subscribe, welcome.get)
  usePassing(teamName, () => welcome.set(null), WELCOME_MS)
  return (
    <div
      role="status"
      className={classes(
        'absolute inset-x-0 bottom-0 flex items-center rounded-control px-3 py-1.5',
        teamName !== null && `min-h-full ${LIME}`,
      )}
    >
      {teamName !== null && teamTexts.acceptedYou(teamName)}
    </div>
  )
}

/** The rank on the logo's hexagon. */
function RankBadge(standing: { points: number; rank: number }) {
  const place = teamTexts.rankShort(standing)
  return (
    <p className="relative grid size-20 shrink-0 place-items-center short:size-18">
      <svg viewBox="0 0 64 64" aria-hidden="true" className="absolute inset-0">
        <path d={HEXAGON} className="fill-sky/60 stroke-accent" strokeWidth="2.5" strokeLinejoin="round" />
      </svg>
      <span className="sr-only">{teamTexts.rank(standing)}</span>
      <span aria-hidden className="relative flex flex-col items-center leading-none short:-mt-1.5">
        <span className={place.length > 3 ? 'text-lg font-bold tabular-nums' : 'text-2xl font-bold tabular-nums'}>{place}</span>
        <span className="mt-0.5 text-xs font-medium text-soft">{teamTexts.rankNoun}</span>
      </span>
    </p>
  )
}
