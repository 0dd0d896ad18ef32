import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { Team } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { teamTexts } from '#texts/team'
import { teamsQuery } from '../../api/merging-queries'
import { TeamSearch } from '../../ui/team-search'

/** More results would push the rest of the board off a phone's screen. */
const LIMIT = 6

/** Finds a team by name, for when its code can't be read. */
export function FindTeam() {
  const list = useQuery(teamsQuery())
  return <TeamSearch list={list} emptyText={awardTexts.noTeams} limit={LIMIT} moreText={awardTexts.someShown} Row={AwardRow} />
}

const AwardRow = memo(function AwardRow({ team }: { team: Team }) {
  return (
    <li>
      <Link
        to="/qr/$qrSlug"
        params={{ qrSlug: team.team_id }}
        className="flex min-h-14 items-center justify-between gap-3 rounded-control px-2 py-2 hover:bg-raised"
      >
        <span className="min-w-0">
          <span className="block font-semibold">{team.team_name}</span>
          <span className="block text-sm text-soft">{teamTexts.standing(team)}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
      </Link>
    </li>
  )
})
