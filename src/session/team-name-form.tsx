import { type FormEvent, type ReactNode, useId, useState } from 'react'
import * as v from 'valibot'
import { teamName } from '#contract/form-fields'
import { fieldTexts } from '#texts/errors'
import { teamTexts } from '#texts/team'
import { ApiError } from '../api/errors'
import { Button } from '../ui/button'
import { EMBLEM_PATHS, EmblemArt } from '../ui/emblem'
import { TextField } from '../ui/text-field'

interface TeamNameFormProps {
  /** The server's error for the last submitted name. */
  error: Error | null
  busy: boolean
  /** Rendered above the field. */
  children?: ReactNode
  /** Called with a name that is valid under rule 3, and the emblem if one was picked. */
  onFound: (team: { team_name: string; emblem: number | undefined }) => void
}

/** The form for a new team's name and emblem. An error stays at the field until the name changes. */
export function TeamNameForm({ error, busy, children, onFound }: TeamNameFormProps) {
  const [name, setName] = useState('')
  const [emblem, setEmblem] = useState<number>()
  const [tried, setTried] = useState<string | null>(null)
  const parsed = v.safeParse(teamName, name)

  function faultOf(): string | undefined {
    if (tried !== name) return undefined
    if (!parsed.success) return fieldTexts.team_name
    return error instanceof ApiError ? (error.fields.team_name ?? error.message) : undefined
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTried(name)
    if (parsed.success) onFound({ team_name: parsed.output, emblem })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 text-left">
      {children}
      <TextField
        label={teamTexts.nameLabel}
        hint={teamTexts.nameHint}
        name="team_name"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        fault={faultOf()}
      />
      <EmblemChoice chosen={emblem} onChoose={setEmblem} />
      <Button type="submit" busy={busy}>
        {teamTexts.create}
      </Button>
    </form>
  )
}

/** The twelve emblems, none of which must be picked. */
function EmblemChoice({ chosen, onChoose }: { chosen: number | undefined; onChoose: (emblem: number) => void }) {
  const group = useId()
  return (
    // On a small phone the button stays above the bar.
    <fieldset className="short:order-last">
      <legend className="font-medium">{teamTexts.emblemLabel}</legend>
      <div className="mt-2 grid grid-cols-4 min-[24rem]:grid-cols-6 gap-1">
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
              checked={emblem === chosen}
              onChange={() => onChoose(emblem)}
            />
            <EmblemArt emblem={emblem} className="size-7" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
