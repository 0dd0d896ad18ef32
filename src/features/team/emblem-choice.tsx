import { ChevronDown } from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { pickEmblem } from '#contract/calls/team'
import { emblemOf } from '#rules/emblem'
import { pushTexts } from '#texts/notices'
import { teamTexts } from '#texts/team'
import { asksForEmblem, type OwnTeam, useTeamChange } from '../../game/membership'
import { EMBLEM_PATHS, Emblem, EmblemArt } from '../../game/team-marks'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { toast } from '../../ui/toast'

/** The twelve emblems, for the captain. `onEnd`: picked, or not now. */
function EmblemChoice({ team, onEnd }: { team: OwnTeam; onEnd?: () => void }) {
  const group = useId()
  const own = emblemOf(team.team_id, team.emblem)
  const [picked, setPicked] = useState(own)
  const pick = useTeamChange(pickEmblem, {
    onDone: () => {
      toast.success(teamTexts.emblemPicked)
      onEnd?.()
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
        <Button
          className="grow"
          busy={pick.isPending}
          onClick={() => pick.mutate({ emblem: picked })}
        >
          {teamTexts.pickEmblem}
        </Button>
        {onEnd && (
          <Button variant="secondary" className="grow" onClick={onEnd}>
            {pushTexts.notNow}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** Asks the founder of a new team for its emblem. */
export function EmblemOffer({ team }: { team: OwnTeam }) {
  const isOffered = useSyncExternalStore(asksForEmblem.subscribe, asksForEmblem.get)
  if (!isOffered || !team.is_captain) return null
  return (
    <Panel title={teamTexts.emblemAsked}>
      <EmblemChoice team={team} onEnd={() => asksForEmblem.set(false)} />
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
          <ChevronDown
            aria-hidden
            className="ml-auto size-5 text-soft group-open/emblem:rotate-180"
          />
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
