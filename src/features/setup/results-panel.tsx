import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { shownStars } from '#contract/calls/organiser'
import { listTeams } from '#contract/calls/team'
import type { EventFile } from '#contract/event'
import { formatMoment } from '#lib/clock-time'
import { serverNow } from '#lib/server-clock'
import { resultTexts as texts } from '#texts/results'
import { setupTexts } from '#texts/setup'
import { call } from '../../api/call'
import { inlineErrorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { COMPANY_NAME, PRODUCT_NAME } from '../../ui/product'
import { saveFile } from '../../ui/share'
import { toast } from '../../ui/toast'
import { type LastPlace, LastPlaceChoice } from '../organiser/last-place-choice'
import type { ResultTeam } from './results-page'

/** Teams per call. */
const TEAMS_PER_CALL = 25
/** Maximum number of attempts; the last one's data is used in any case. */
const MAX_ATTEMPTS = 5

interface ResultsReading {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, all: number) => void
}

/**
 * Fetches the public ranking, then stars and medals in parts. Starts again if a freeze began or
 * ended meanwhile; other changes are not noticed.
 */
async function readResults({ signal, onProgress }: ResultsReading) {
  for (let tries = 1; ; tries++) {
    const list = await call(listTeams, {}, signal)
    const earned = new Map<string, Pick<ResultTeam, 'medals' | 'lit' | 'treasures'>>()
    let booths: readonly string[] = []
    for (let at = 0; at < list.teams.length; at += TEAMS_PER_CALL) {
      onProgress(at, list.teams.length)
      const ids = list.teams.slice(at, at + TEAMS_PER_CALL).map(({ team_id }) => team_id)
      const page = await call(shownStars, { team_ids: ids.join(',') }, signal)
      booths = page.booths
      for (const team of page.teams) earned.set(team.team_id, team)
    }
    const after = await call(listTeams, { version: list.version }, signal)
    if (after.unchanged !== true && after.frozen_at !== list.frozen_at && tries < MAX_ATTEMPTS)
      continue
    // Skip teams hidden or disbanded since.
    const teams = list.teams.flatMap((team) => {
      const own = earned.get(team.team_id)
      return own === undefined ? [] : [{ ...team, ...own }]
    })
    return { teams, booths, frozenAt: list.frozen_at ?? null }
  }
}

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
      const { teams, booths, frozenAt } = await readResults({ signal, onProgress })
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
