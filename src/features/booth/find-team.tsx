import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Team } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { teamTexts } from '#texts/team'
import { boothAwardsQuery, teamsQuery } from '../../api/merging-queries'
import { useOutbox } from '../../offline/page-outbox'
import { canScan } from '../../scanner/web-nfc'
import { requestScanner } from '../../session/guards'
import { Button } from '../../ui/button'
import { allowSound } from '../../ui/signal'
import { TeamSearch } from '../../ui/team-search'

/** The hash of the board's address that puts the cursor into the search. */
const SEARCH_HASH = 'pretraga'

/** The one step from an award to the next team: the scanner, or the search on a device that has none. */
export function NextTeam() {
  const router = useRouter()
  async function goOn() {
    allowSound()
    if (await canScan()) requestScanner()
    else await router.navigate({ to: '/vendor', hash: SEARCH_HASH })
  }
  return (
    <Button variant="secondary" arrives className="px-3!" onClick={() => void goOn()}>
      {awardTexts.nextTeam}
    </Button>
  )
}

/** More results would push the rest of the board off a phone's screen. */
const LIMIT = 6

/** Finds a team by name, for when its code can't be read. Before anything is typed, the teams that this booth served last. */
export function FindTeam({ userId, series }: { userId: string; series: ReactNode }) {
  const list = useQuery(teamsQuery())
  const served = useServedLast(userId, LIMIT)
  const isAsked = useLocation({ select: ({ hash }) => hash === SEARCH_HASH })
  return (
    <TeamSearch
      list={list}
      emptyText={awardTexts.noTeams}
      limit={LIMIT}
      moreText={awardTexts.someShown}
      Row={AwardRow}
      idle={{ teams: served, title: awardTexts.servedLast, emptyText: awardTexts.nobodyServed }}
      focused={isAsked}
      shelf={series}
    />
  )
}

const AwardRow = memo(function AwardRow({ team }: { team: Team }) {
  return (
    <li>
      <Link
        to="/qr/$qrSlug"
        params={{ qrSlug: team.team_id }}
        className="flex min-h-14 items-center justify-between gap-3 -mx-2 rounded-control px-2 py-2 hover:bg-raised"
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

/** The teams that this booth gave points to last, newest first: by this device's waiting awards, then by the booth's list. */
function useServedLast(userId: string, limit: number): readonly Team[] {
  const { entries, recorded } = useOutbox()
  const { data: listed } = useQuery({ ...boothAwardsQuery(), enabled: false })
  const { data: list } = useQuery(teamsQuery())
  const waiting = entries.filter((entry) => entry.userId === userId).map(({ teamId }) => teamId)
  const since = [...recorded.values()].filter(({ voided }) => !voided).map(({ team_id }) => team_id)
  const told = (listed?.awards ?? []).filter(({ voided }) => !voided).map(({ team_id }) => team_id)
  const ids = new Set([...waiting.reverse(), ...since.reverse(), ...told])
  const teams = new Map((list?.teams ?? []).map((team) => [team.team_id, team]))
  return [...ids].flatMap((id) => teams.get(id) ?? []).slice(0, limit)
}
