import { useState } from 'react'
import { importTexts } from '#texts/import'
import { Panel } from '../../ui/panel'
import { type BoothPlan, partOf, placeFaults, planBooths, type RowFault, renamed } from './booth-import'
import type { Columns } from './columns'
import { EventPreview, usePreview } from './event-preview'
import { RowFaults, type RowText } from './row-faults'
import type { Spreadsheet } from './spreadsheet'
import { TableChoice } from './table-choice'
import type { EventRead } from './use-event'

/** All faults of a row in one entry. */
function byRow(faults: readonly RowFault[]): readonly RowText[] {
  const rows = new Map<number | null, readonly string[]>()
  for (const { row, text } of faults) rows.set(row, [...(rows.get(row) ?? []), text])
  return [...rows].map(([row, texts]) => ({ row, texts })).toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0))
}

/** Booths and their people from a spreadsheet: what it would change is shown before it is applied. */
export function BoothImport({ read }: { read: EventRead }) {
  const preview = usePreview()
  const [own, setOwn] = useState<readonly RowFault[]>([])
  const drop = () => {
    setOwn([])
    preview.drop()
  }
  function check(sheet: Spreadsheet, columns: Columns) {
    drop()
    let plan: BoothPlan = planBooths(read.event, sheet, columns)
    setOwn(plan.faults)
    preview.show({
      partOf: (event) => {
        plan = planBooths(event, sheet, columns)
        return partOf(plan)
      },
      shown: (faults) => byRow([...plan.faults, ...placeFaults(plan, faults)]),
      again: (faults) => {
        const next = renamed(plan, faults)
        if (next !== null) plan = next
        return next === null ? null : partOf(next)
      },
    })
  }
  return (
    <>
      <Panel title={importTexts.booths}>
        <p className="mb-4 text-soft">{importTexts.boothsHint}</p>
        <TableChoice kind="booths" checking={preview.preview.isPending} onChange={drop} onCheck={check} />
      </Panel>
      {own.length > 0 && preview.preview.isSuccess ? (
        <Panel title={importTexts.faults(own.length)}>
          <div role="alert">
            <RowFaults rows={byRow(own)} />
          </div>
        </Panel>
      ) : (
        <EventPreview {...preview} />
      )}
    </>
  )
}
