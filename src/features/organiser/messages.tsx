import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { announce, overview, recall } from '#contract/calls/organiser'
import { listMessages } from '#contract/calls/profile'
import { MESSAGE_TO, type MessageTo } from '#contract/entities'
import type { Overview } from '#contract/organiser-entities'
import { ANNOUNCEMENT_MAX } from '#contract/organiser-fields'
import { formatMoment } from '#lib/clock-time'
import { correctionTexts } from '#texts/corrections'
import { dotted } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { query } from '../../api/queries'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { classes } from '../../ui/classes'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { useNow } from '../../ui/use-now'
import { Correction, organiserQuery } from './correction'
import { ListItem } from './frame'

/** The number of recipients: players and staff who have signed in. */
export function recipientCount({ counts, booths }: Overview, to: MessageTo): number {
  const staff = booths.flatMap((booth) => booth.staff).filter(({ signed_in }) => signed_in).length
  return { all: counts.players + staff, players: counts.players, staff }[to]
}

function MessageForm() {
  const audience = useQuery(organiserQuery(overview, {})).data
  const [text, setText] = useState('')
  const [to, setTo] = useState<MessageTo>('all')
  const count = audience === undefined ? null : recipientCount(audience, to)
  const [field, hint] = [useId(), useId()]
  const left = ANNOUNCEMENT_MAX - [...text.trim()].length
  // Text that the organiser typed: no prepared message may replace it.
  const isOwn = text.trim() !== '' && organiserTexts.templates.every((one) => one.text !== text)
  const isReady = text.trim() !== '' && left >= 0
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-2 font-medium">{organiserTexts.prepared}</legend>
        {organiserTexts.templates.map((one) => (
          <Button
            key={one.name}
            variant="secondary"
            className="px-4!"
            disabled={isOwn}
            onClick={() => {
              setText(one.text)
              setTo(one.to)
            }}
          >
            {one.name}
          </Button>
        ))}
        <p className="w-full text-sm text-soft">{organiserTexts.preparedHint}</p>
      </fieldset>
      <Choice
        legend={organiserTexts.to}
        options={MESSAGE_TO}
        names={organiserTexts.toNames}
        chosen={to}
        onChoose={setTo}
      />
      {count !== null && (
        <p className="text-sm text-soft tabular-nums">{organiserTexts.reaches(count)}</p>
      )}
      <div className="flex flex-col gap-1.5">
        <label htmlFor={field} className="font-medium">
          {organiserTexts.message}
        </label>
        <textarea
          id={field}
          aria-describedby={hint}
          aria-invalid={left < 0 || undefined}
          rows={4}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-full rounded-control border border-edge bg-sky px-4 py-3 text-ink"
        />
        <p
          id={hint}
          className={classes('text-sm tabular-nums', left < 0 ? 'text-danger' : 'text-soft')}
        >
          {organiserTexts.messageHint(left)}
        </p>
      </div>
      <Correction
        change={announce}
        texts={{
          label: organiserTexts.announce,
          title: organiserTexts.askToSend(to, count),
          text: text.trim(),
          done: organiserTexts.messageSent(to, count),
        }}
        trigger={<Button disabled={!isReady}>{organiserTexts.announce}</Button>}
        input={() => ({ text, to })}
        onDone={() => setText('')}
      />
    </div>
  )
}

/** How long the server allows a message to be withdrawn (ms). */
const RECALL_MS = 10 * 60_000

export function MessagesPart() {
  const messages = useQuery(query(listMessages, {}))
  const now = useNow()
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Panel title={organiserTexts.announce}>
        <MessageForm />
      </Panel>
      <Panel title={organiserTexts.sent}>
        <QueryState
          query={messages}
          empty={({ messages }) => messages.length === 0}
          emptyText={organiserTexts.noMessages}
        >
          {({ messages }) => (
            <ul>
              {messages.map(({ message_id, text, sent_at, to }) => (
                <ListItem
                  key={message_id}
                  title={<span className="font-normal whitespace-pre-line">{text}</span>}
                  detail={dotted(formatMoment(Date.parse(sent_at)), organiserTexts.toNames[to])}
                >
                  {now - Date.parse(sent_at) < RECALL_MS && (
                    <Correction
                      change={recall}
                      texts={correctionTexts.recall}
                      tone="danger"
                      input={() => ({ message_id })}
                    />
                  )}
                </ListItem>
              ))}
            </ul>
          )}
        </QueryState>
      </Panel>
    </div>
  )
}
