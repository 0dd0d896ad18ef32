import { ChevronDown } from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { pickEmblem } from '#contract/calls/team'
import { emblemOf } from '#rules/emblem'
import { pushTexts } from '#texts/notices'
import { teamTexts } from '#texts/team'
import { asksForEmblem, type OwnTeam, useTeamChange } from '../../session/membership'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { EMBLEM_PATHS, Emblem, EmblemArt } from '../../ui/team-marks'
import { toast } from '../../ui/toast'

/** The twelve emblems, for the captain; the team's own is chosen. */
function EmblemChoice({ team, onDone, onLater }: { team: OwnTeam; onDone?: () => void; onLater?: () => void }) {
  const group = useId()
  const own = emblemOf(team.team_id, team.emblem)
  const [picked, setPicked] = useState(own)
  const pick = useTeamChange(pickEmblem, {
    onDone: () => {
      toast.success(teamTexts.emblemPicked)
      onDone?.()
    },
  })
  return (
    <fieldset>
      <legend className="sr-only">{teamTexts.emblemLabel}</legend>
      <div className="grid grid-cols-4 gap-1 min-[24rem]:grid-cols-6">
        {EMBLEM_PATHS.map((path, emblem) => (
          <label
            key={path}
            className="relative grid h-13 place-items-center rounded-control border border-edge text-soft hover:text-ink has-checked:border-2 has-checked:border-accent has-checked:bg-raised has-checked:text-accent has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={group}
              aria-label={teamTexts.emblems[emblem]}
              className="absolute -inset-0.5 cursor-pointer opacity-0"
              checked={emblem === picked}
              onChange={() => setPicked(emblem)}
            />
            <EmblemArt emblem={emblem} className="size-7" />
          </label>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button className="grow" busy={pick.isPending} onClick={() => pick.mutate({ emblem: picked })}>
          {teamTexts.pickEmblem}
        </Button>
        {onLater && (
          <Button variant="secondary" className="grow" onClick={onLater}>
            {pushTexts.notNow}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** Asks who has just founded the team for its emblem. */
export function EmblemOffer({ team }: { team: OwnTeam }) {
  const asked = useSyncExternalStore(asksForEmblem.subscribe, asksForEmblem.get)
  if (!asked || !team.is_captain) return null
  const end = () => asksForEmblem.set(false)
  return (
    <Panel title={teamTexts.emblemAsked}>
      <EmblemChoice team={team} onDone={end} onLater={end} />
    </Panel>
  )
}

/** Where the captain changes it later. */
export function EmblemPanel({ team }: { team: OwnTeam }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Panel>
      <details className="group/emblem" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="-my-3 flex min-h-12 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
          <h2 className="text-lg font-bold">{teamTexts.emblemLabel}</h2>
          <Emblem team={team} className="size-6 text-accent" />
          <ChevronDown aria-hidden className="ml-auto size-5 text-soft group-open/emblem:rotate-180" />
        </summary>
        {isOpen && (
          <div className="mt-4">
            <EmblemChoice team={team} />
          </div>
        )}
      </details>
    </Panel>
  )
}
