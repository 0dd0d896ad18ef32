import { type ComponentType, useCallback, useState } from 'react'
import type { PointType, Vendor } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { signed } from '#texts/nouns'
import { teamTexts } from '#texts/team'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { allowSound } from '../../ui/signal'
import { toast } from '../../ui/toast'
import type { SeriesDialog } from './series-dialog'

/** The choice of the point type that team after team is given. The dialog's chunk is loaded on the first tap. */
export function SeriesStart({ userId, booth }: { userId: string; booth: Vendor }) {
  const [Dialog, setDialog] = useState<ComponentType<Parameters<typeof SeriesDialog>[0]> | null>(null)
  const [chosen, setChosen] = useState<PointType | null>(null)
  const close = useCallback(() => setChosen(null), [])
  function start(pointType: PointType) {
    allowSound()
    setChosen(pointType)
    if (Dialog !== null) return
    import('./series-dialog').then(
      (loaded) => setDialog(() => loaded.SeriesDialog),
      () => {
        setChosen(null)
        toast.error(awardTexts.seriesNotLoaded)
      },
    )
  }
  return (
    <Panel title={awardTexts.series}>
      <p className="mb-3 text-soft">{awardTexts.seriesHint}</p>
      <div className="flex flex-wrap gap-2">
        {booth.point_types.map((pointType) => (
          <Button
            key={pointType.point_type}
            variant="secondary"
            busy={chosen !== null && Dialog === null}
            aria-haspopup="dialog"
            aria-label={awardTexts.seriesOf(pointType.label, teamTexts.signedPoints(pointType.points))}
            onClick={() => start(pointType)}
          >
            {pointType.label} <span className="text-accent tabular-nums">{signed(pointType.points)}</span>
          </Button>
        ))}
      </div>
      {chosen !== null && Dialog !== null && (
        <Dialog userId={userId} vendorId={booth.vendor_id} pointType={chosen} onClose={close} />
      )}
    </Panel>
  )
}
