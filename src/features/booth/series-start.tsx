import { useState } from 'react'
import type { PointType, Vendor } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { signed } from '#texts/nouns'
import { teamTexts } from '#texts/team'
import { Button } from '../../ui/button'
import { useLazyDialog } from '../../ui/lazy-dialog'
import { Panel } from '../../ui/panel'
import { allowSound } from '../../ui/signal'

const loadSeries = async () => (await import('./series-dialog')).SeriesDialog

/** The choice of the point type that team after team is given. The dialog's chunk is loaded on the first tap. */
export function SeriesStart({ userId, booth }: { userId: string; booth: Vendor }) {
  const series = useLazyDialog(loadSeries, awardTexts.seriesNotLoaded)
  const [chosen, setChosen] = useState<PointType | null>(null)
  function start(pointType: PointType) {
    allowSound()
    setChosen(pointType)
    series.open()
  }
  return (
    <Panel title={awardTexts.series}>
      <p className="mb-3 text-soft">{awardTexts.seriesHint}</p>
      <div className="flex flex-wrap gap-2">
        {booth.point_types.map((pointType) => (
          <Button
            key={pointType.point_type}
            variant="secondary"
            busy={series.isLoading}
            aria-haspopup="dialog"
            aria-label={awardTexts.seriesOf(pointType.label, teamTexts.signedPoints(pointType.points))}
            onClick={() => start(pointType)}
          >
            {pointType.label} <span className="text-accent tabular-nums">{signed(pointType.points)}</span>
          </Button>
        ))}
      </div>
      {chosen !== null && series.Dialog && (
        <series.Dialog userId={userId} vendorId={booth.vendor_id} pointType={chosen} onClose={series.close} />
      )}
    </Panel>
  )
}
