import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { EventFile } from '#contract/event'
import { formatMoment } from '#lib/clock-time'
import { serverNow } from '#lib/server-clock'
import { resultTexts as texts } from '#texts/results'
import { setupTexts } from '#texts/setup'
import { inlineErrorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { COMPANY_NAME, PRODUCT_NAME } from '../../ui/product'
import { saveFile } from '../../ui/share'
import { toast } from '../../ui/toast'
import { type LastPlace, LastPlaceChoice } from '../organiser/last-place-choice'
import { readResults, TEAMS_PER_CALL } from './read-results'

function linesOf({ starts_at, ends_at }: EventFile['settings'], frozenAt: string | null) {
  const moment = (at: string) => formatMoment(Date.parse(at), 0)
  return [
    ...(starts_at === null || ends_at === null
      ? []
      : [setupTexts.has.window(moment(starts_at), moment(ends_at))]),
    frozenAt === null ? texts.asOf(formatMoment(serverNow(), 0)) : texts.frozen(moment(frozenAt)),
  ]
}

/** Saves the results as a page for everybody. */
export function ResultsPanel({ event: { settings } }: { readonly event: EventFile }) {
  const [last, setLast] = useState<LastPlace>('3')
  const [progress, setProgress] = useState<readonly [done: number, all: number]>([0, 0])
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const saving = useMutation({
    mutationFn: async () => {
      setProgress([0, 0])
      controller.current = new AbortController()
      const { signal } = controller.current
      const onProgress = (done: number, all: number) => setProgress([done, all])
      const { resultsPage } = await import('./results-page')
      const results = await readResults({ signal, onProgress })
      if (results === null) return toast.error(texts.changing)
      const { teams, booths, frozenAt } = results
      if (teams.length === 0) return toast.error(texts.noTeams)
      const page = await resultsPage({
        teams,
        booths,
        lastPrizePlace: Number(last),
        product: PRODUCT_NAME,
        company: COMPANY_NAME,
        lines: linesOf(settings, frozenAt),
      })
      saveFile(new Blob([page], { type: 'text/html;charset=utf-8' }), `${texts.file}.html`)
      toast.success(texts.saved(teams.length))
    },
    meta: { quiet: true },
    onError: (reason) => {
      if (controller.current?.signal.aborted !== true) toast.error(inlineErrorText(reason))
    },
  })
  const [done, all] = progress
  return (
    <Panel title={texts.title}>
      <div className="flex flex-col items-start gap-4">
        <p className="text-soft">{texts.hint}</p>
        <LastPlaceChoice chosen={last} onChoose={setLast} />
        <div className="flex flex-wrap items-center gap-4 max-sm:w-full">
          <Button
            variant="secondary"
            icon={Download}
            className="max-sm:w-full"
            busy={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {texts.save}
          </Button>
          <p role="status" className="text-soft tabular-nums empty:hidden">
            {saving.isPending && all > TEAMS_PER_CALL && texts.reading(done, all)}
          </p>
        </div>
      </div>
    </Panel>
  )
}
