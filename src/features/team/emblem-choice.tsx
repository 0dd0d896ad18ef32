import { ChevronDown, LoaderCircle } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { pickEmblem } from '#contract/calls/team'
import { emblemOf } from '#rules/emblem'
import { teamTexts } from '#texts/team'
import { asksForEmblem, type OwnTeam, useTeamChange } from '../../game/membership'
import { EMBLEM_PATHS, Emblem, EmblemArt } from '../../game/team-marks'
import { classes } from '../../ui/classes'
import { TitledDialog } from '../../ui/dialog'
import { Panel } from '../../ui/panel'
import { toast } from '../../ui/toast'

/** The twelve emblems, for the captain: a tap saves one. */
function EmblemChoice({ team, onSaved }: { team: OwnTeam; onSaved?: () => void }) {
  const own = emblemOf(team.team_id, team.emblem)
  const { mutate, variables, isPending } = useTeamChange(pickEmblem, {
    onDone: () => {
      toast.success(teamTexts.emblemPicked)
      onSaved?.()
    },
  })
  const shown = isPending ? variables.emblem : own
  return (
    <fieldset className="grid grid-cols-4 gap-2">
      <legend className="sr-only">{teamTexts.emblemLabel}</legend>
      {EMBLEM_PATHS.map((path, emblem) => (
        <button
          key={path}
          type="button"
          aria-label={teamTexts.emblems[emblem]}
          aria-pressed={emblem === shown}
          aria-busy={isPending && emblem === shown}
          onClick={() => {
            if (!isPending) mutate({ emblem })
          }}
          className={classes(
            'relative grid h-16 cursor-pointer place-items-center rounded-control border short:h-14',
            emblem === shown
              ? 'border-2 border-accent bg-raised text-accent'
              : 'border-edge text-soft hover:text-ink',
          )}
        >
          <EmblemArt emblem={emblem} className="size-8" />
          {isPending && emblem === shown && (
            <LoaderCircle aria-hidden className="absolute top-1 right-1 size-4 animate-spin" />
          )}
        </button>
      ))}
    </fieldset>
  )
}

/** Asks the founder of a new team for its emblem. */
export function EmblemSheet({ team }: { team: OwnTeam }) {
  const isAsked = useSyncExternalStore(asksForEmblem.subscribe, asksForEmblem.get)
  if (!isAsked || !team.is_captain) return null
  const end = () => asksForEmblem.set(false)
  return (
    <TitledDialog title={teamTexts.emblemAsked} onClose={end}>
      <p className="mb-1 font-semibold">{teamTexts.created(team.team_name)}</p>
      <p className="mb-3 text-soft">{teamTexts.emblemHint}</p>
      <EmblemChoice team={team} onSaved={end} />
    </TitledDialog>
  )
}

/** Lets the captain change the emblem later. */
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
