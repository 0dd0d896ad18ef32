import { formatAgo } from '#lib/relative-date'
import { outboxTexts } from '#texts/outbox'
import { voucherTexts } from '#texts/voucher'
import { readClocks } from '../../offline/clock'
import type { OutboxEntry } from '../../offline/entry'
import { useOutbox } from '../../offline/page-outbox'
import { queuedMs } from '../../offline/queued-time'
import { type AwardState, stateOfAward } from '../../offline/view'
import { Button } from '../../ui/button'
import { Dotted } from '../../ui/panel'
import { cancelAward, dismissAward, restoreAward } from './outbox-actions'
import { ShowToTeam, useMayShow } from './show-to-team'
import type { OutboxRow as Row } from './use-outbox-rows'

interface OutboxRowProps {
  row: Row
  /** The signed-in account; null on the sign-in page. Only the account that gave an award may cancel or dismiss it. */
  userId: string | null
  /** The server's time (ms). */
  now: number
}

/** An award of this device: team, point type, time, state and the possible action. */
export function OutboxRow({ row, userId, now }: OutboxRowProps) {
  const view = useOutbox()
  const { entry } = row
  const state = stateOfAward(view, entry.awardId, row.gone ? undefined : entry)
  const mayShow = useMayShow(userId, state?.is === 'waiting', state?.is === 'sending')
  const [colour, text] = wordsOf(state)
  const madeAt = now - queuedMs(entry.made, readClocks())
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p id={`award-${entry.awardId}`} className="font-semibold">
          {entry.teamName}
        </p>
        <p className="text-sm text-soft">
          <Dotted
            parts={[
              entry.label,
              formatAgo(madeAt, now),
              ...(userId !== null && entry.userId !== userId ? [outboxTexts.otherAccount] : []),
            ]}
          />
        </p>
        <p className={`text-sm ${colour}`}>{text}</p>
        {entry.shown === true && state?.is !== 'recorded' && <p className="text-sm text-soft">{voucherTexts.shown}</p>}
      </div>
      {entry.userId === userId && view.storage === 'read' && (
        <div className="flex flex-wrap items-center gap-x-3">
          {mayShow && <ShowToTeam entry={entry} />}
          <RowAction entry={entry} state={state} />
        </div>
      )}
    </li>
  )
}

function RowAction({ entry: { awardId, label, teamName }, state }: { entry: OutboxEntry; state: AwardState | null }) {
  switch (state?.is) {
    case 'refused':
    case 'not-undone':
      return (
        <Button variant="secondary" arrives aria-describedby={`award-${awardId}`} onClick={() => void dismissAward(awardId)}>
          {outboxTexts.seen}
        </Button>
      )
    case 'waiting':
      return (
        <Button
          variant="quiet"
          arrives
          className="-mx-2 px-2!"
          aria-label={outboxTexts.cancelNamed(label, teamName)}
          onClick={() => void cancelAward(awardId)}
        >
          {outboxTexts.cancel}
        </Button>
      )
    case 'withdrawn':
      if (!state.restorable) return null
      return (
        <Button
          variant="secondary"
          arrives
          aria-label={outboxTexts.restoreNamed(label, teamName)}
          onClick={() => void restoreAward(awardId)}
        >
          {outboxTexts.restore}
        </Button>
      )
    case 'sending':
    case 'cancelling':
    case 'recorded':
    case undefined:
      return null
  }
}

const sending = ['text-soft', outboxTexts.sending] as const
const undone = ['text-soft', outboxTexts.undone] as const

/** The colour and the words of a state, which is null once the vendor has seen that the award was refused. */
function wordsOf(state: AwardState | null): readonly [colour: string, text: string] {
  switch (state?.is) {
    case 'waiting':
      return ['text-warn', outboxTexts.waiting]
    case 'sending':
      return sending
    case 'cancelling':
      return state.sending ? sending : ['text-warn', outboxTexts.cancelling]
    case 'refused':
      return ['text-danger', outboxTexts.refused(state.reason)]
    case 'not-undone':
      return ['text-danger', outboxTexts.notUndone(state.reason)]
    case 'recorded':
      return state.award.voided ? undone : ['text-accent', outboxTexts.recorded]
    case 'withdrawn':
      return undone
    case undefined:
      return ['text-soft', outboxTexts.seen]
  }
}
