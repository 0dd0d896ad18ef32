import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { invitePeople, listPlayers } from '#contract/calls/organiser'
import {
  type Invitation,
  type ListedPlayer,
  PLAYER_STEPS,
  type PlayerStep,
} from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { importTexts } from '#texts/import'
import { call, randomUuid } from '../../api/call'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { SearchField } from '../../ui/text-field'
import { toast } from '../../ui/toast'
import { REFRESH_MS, useCorrection } from '../organiser/correction'
import { OlderButton, PersonRow } from '../organiser/frame'
import { SignInLink } from '../organiser/search'

const texts = importTexts.list

export const PLAYERS_KEY = 'players'

/** Explains why a person gets no SMS. */
export function reasonOf({ fields = {}, code = '' }: Invitation): string {
  const faults = Object.values(fields)
  if (faults.length > 0) return faults.join(' ')
  if (code === 'UNAVAILABLE') return texts.notNow
  return code === 'BLOCKED' ? importTexts.blocked : importTexts.refusedBy(code)
}

function toastResult(result: Invitation | undefined, name: string): void {
  if (result?.status === 'sent') toast.success(texts.sent(name))
  else
    toast.error(
      result === undefined || result.status === 'failed' ? texts.failed(name) : reasonOf(result),
    )
}

function stepText({ step, invited_at }: ListedPlayer): string {
  const at = invited_at === null ? '' : formatMoment(Date.parse(invited_at))
  return texts.steps[step](at)
}

function PlayerRow({ player }: { player: ListedPlayer }) {
  const sending = useCorrection(invitePeople)
  const { user_id: _id, step, invited_at: _at, ...person } = player
  const name = `${person.first_name} ${person.last_name}`.trim()
  /** Kept until an answer arrives, so that a repeated call sends no second SMS (fault 81). */
  const round = useRef(randomUuid())
  const sendAnother = () =>
    sending.mutate(
      { people: [person], again: 1, invite_id: round.current },
      {
        onSuccess: ({ results: [result] }) => {
          round.current = randomUuid()
          toastResult(result, name)
        },
      },
    )
  return (
    <PersonRow person={person} detail={stepText(player)}>
      <SignInLink person={player} />
      {step !== 'came' && (
        <Button variant="secondary" busy={sending.isPending} onClick={sendAnother}>
          {step === 'entered' ? texts.send : texts.again}
        </Button>
      )}
    </PersonRow>
  )
}

type ShownStep = PlayerStep | 'all'

/** Lists players by how far they have come, with a remedy for those who got no SMS. */
export function PlayersList() {
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState<ShownStep>('all')
  const input = { query: typed.trim(), ...(shown !== 'all' && { step: shown }) }
  const players = useInfiniteQuery({
    queryKey: [PLAYERS_KEY, input],
    queryFn: ({ pageParam, signal }) => call(listPlayers, { ...input, before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ players: page, more }) => (more ? page.at(-1)?.user_id : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const counts = players.data?.pages[0]?.counts
  const countOf = (step: ShownStep) =>
    counts === undefined
      ? 0
      : step === 'all'
        ? PLAYER_STEPS.reduce((sum, one) => sum + counts[one], 0)
        : counts[step]
  const options = (['all', ...PLAYER_STEPS] as const).filter(
    (step) => step === 'all' || step === shown || countOf(step) > 0,
  )
  const names = Object.fromEntries(
    options.map((step) => [step, texts.shown[step](countOf(step))]),
  ) as Record<ShownStep, string>
  return (
    <Panel title={texts.title}>
      <QueryState query={players} empty={() => countOf('all') === 0} emptyText={texts.none}>
        {({ pages }) => (
          <div className="flex flex-col gap-4">
            <Choice
              small
              legend={texts.legend}
              options={options}
              names={names}
              chosen={shown}
              onChoose={setShown}
            />
            <SearchField
              label={texts.search}
              placeholder={texts.searchPlaceholder}
              value={typed}
              onChange={setTyped}
            />
            <p role="status" className="text-soft empty:hidden">
              {pages.every((page) => page.players.length === 0) && texts.nobody}
            </p>
            <ul>
              {pages
                .flatMap((page) => page.players)
                .map((player) => (
                  <PlayerRow key={player.user_id} player={player} />
                ))}
            </ul>
            <OlderButton {...players} />
          </div>
        )}
      </QueryState>
    </Panel>
  )
}
