import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Team } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { outboxTexts } from '#texts/outbox'
import { teamTexts } from '#texts/team'
import { teamsQuery } from '../../api/merging-queries'
import { useOutbox } from '../../offline/outbox/page-outbox'
import { Emblem } from '../../ui/emblem'
import { Room } from '../../ui/skeleton'

interface TeamHeadingProps {
  team: Pick<Team, 'team_id' | 'team_name' | 'emblem'>
  /** False if only its scanned code knows the team. */
  listed: boolean
}

/** Wider than any name of a team. */
const ANY_NAME = 'M'.repeat(40)

/**
 * The team's name, and below it what staff must know before they give points, else its standing. The standing loads in the
 * background, so that nobody waits for it. What comes later moves no button (fault 57).
 */
export function TeamHeading({ team, listed }: TeamHeadingProps) {
  const [mayGetName] = useState(!listed)
  return (
    <div>
      <h1 className="grid text-3xl leading-tight font-bold short:text-2xl *:[grid-area:1/1]">
        {mayGetName && <Room text={ANY_NAME} />}
        <span>
          <Emblem teamId={team.team_id} emblem={team.emblem} className="mr-2 inline size-[1em] align-[-0.1em] text-accent" />
          {team.team_name}
        </span>
      </h1>
      <div className="relative mt-1 grid min-h-7">
        <Room className="text-sm" text={awardTexts.unlistedTeam} />
        <div className="absolute inset-0 overflow-y-auto">
          <Line teamId={team.team_id} listed={listed} />
        </div>
      </div>
    </div>
  )
}

function Line({ teamId, listed }: { teamId: string; listed: boolean }) {
  const { storage, lowOnRoom } = useOutbox()
  const { data } = useQuery(teamsQuery())
  const standing = data?.teams.find(({ team_id }) => team_id === teamId)
  if (storage === 'unreadable') return <p className="text-sm text-warn">{awardTexts.onlyOnline}</p>
  if (lowOnRoom) return <p className="text-sm text-warn">{outboxTexts.lowOnRoomShort}</p>
  if (!listed) return <p className="text-sm text-warn">{awardTexts.unlistedTeam}</p>
  return <p className="text-lg text-soft tabular-nums">{standing !== undefined && teamTexts.standing(standing)}</p>
}
