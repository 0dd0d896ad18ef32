import { useState } from 'react'
import { reset } from '#contract/calls/organiser'
import { KEEPABLE } from '#contract/organiser-entities'
import { importTexts } from '#texts/import'
import { ApiError } from '../../api/errors'
import { inlineErrorText } from '../../api/query-client'
import { CheckField } from '../../ui/check-field'
import { Panel } from '../../ui/panel'
import { PRODUCT_NAME } from '../../ui/product'
import { Correction } from '../organiser/correction'

const texts = importTexts.reset
const NAME_MAX = 60

/** Show the first refused field's message: it says more than the call's. */
const firstFieldError = (error: Error) =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || inlineErrorText(error)

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
        field={{ label: texts.name, maxLength: NAME_MAX, isReady: (typed) => typed !== '' }}
        errorText={firstFieldError}
      />
    </Panel>
  )
}
