import { useState } from 'react'
import { reset } from '#contract/calls/organiser'
import { applyEvent } from '#contract/calls/setup'
import { KEEPABLE, TYPED_NAME_MAX } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { serverNow } from '#lib/server-clock'
import { importTexts } from '#texts/import'
import { ApiError } from '../../api/errors'
import { inlineErrorText } from '../../api/query-client'
import { CheckField } from '../../ui/check-field'
import { Panel } from '../../ui/panel'
import { PRODUCT_NAME } from '../../ui/product'
import { useHasPassed } from '../../ui/use-now'
import { Correction } from '../organiser/correction'
import type { PartProps } from './use-entry-form'

const texts = importTexts.reset

/** The message of the first refused field, which says more than the message of the call. */
const firstFieldError = (error: Error) =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || inlineErrorText(error)

const MINUTE_MS = 60_000

/** Before the start, opens the event for a rehearsal; the reset restores the start. */
export function RehearsalPanel({ read: { event, version } }: PartProps) {
  const { starts_at } = event.settings
  const start = starts_at === null ? null : Date.parse(starts_at)
  const hasBegun = useHasPassed(start)
  if (start === null || hasBegun) return null
  const thisMinute = () => new Date(Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS).toISOString()
  return (
    <Panel title={importTexts.rehearsal.title}>
      <p className="mb-4 text-soft">{importTexts.rehearsal.hint}</p>
      <Correction
        change={applyEvent}
        texts={importTexts.rehearsal.correction(formatMoment(start))}
        input={() => ({ event: { settings: { starts_at: thisMinute() } }, version })}
      />
    </Panel>
  )
}

/** Empties the event after a rehearsal. */
export function ResetPanel() {
  const [withPlayers, setWithPlayers] = useState(false)
  const kept = KEEPABLE.filter((one) => withPlayers || one !== 'players')
  return (
    <Panel title={texts.title}>
      <p className="text-soft">{texts.hint}</p>
      <dl className="mt-3 mb-2 flex flex-col gap-2">
        <div>
          <dt className="font-medium">{texts.goes}</dt>
          <dd>{texts.gone(withPlayers)}</dd>
        </div>
        <div>
          <dt className="font-medium">{texts.stays}</dt>
          <dd>{texts.kept(withPlayers)}</dd>
        </div>
      </dl>
      <div className="mb-3">
        <CheckField label={texts.withPlayers} checked={withPlayers} onChange={setWithPlayers} />
      </div>
      <Correction
        change={reset}
        tone="danger"
        texts={texts.correction(PRODUCT_NAME, withPlayers)}
        input={(reason, name) => ({ keep: kept.join(','), name, reason })}
        field={{ label: texts.name, maxLength: TYPED_NAME_MAX, isReady: (typed) => typed !== '' }}
        errorText={firstFieldError}
      />
    </Panel>
  )
}
