import { Download, FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { EventFile, EventPart } from '#contract/event'
import { TABLE_NAMES, type TableName } from '#contract/organiser-entities'
import { commonTexts } from '#texts/common'
import { importTexts } from '#texts/import'
import { isUnanswered } from '../../api/errors'
import { errorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { Panel } from '../../ui/panel'
import { saveFile } from '../../ui/share'
import { toast } from '../../ui/toast'
import { EventPreview, usePreview } from './event-preview'
import { FileButton } from './table-choice'
import { readPage, readWhole, saveTable, TABLE_FORMATS, type TableFormat } from './table-file'
import type { PartProps } from './use-event'

const saveEvent = (event: EventFile) =>
  saveFile(new Blob([`${JSON.stringify(event, null, 2)}\n`], { type: 'application/json' }), `${importTexts.eventFile}.json`)

/** The value of an event file, whatever is wrong with it; null if it is none. */
function parseFile(text: string): EventPart | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Where a fault stands, as the file has it: `vendors.3.staff.0.mobile`. */
const beside = (faults: readonly { readonly path: string; readonly message: string }[]) =>
  faults.map(({ path, message }) => ({ row: null, name: path, texts: [message] }))

/** Saves the event as a file, and applies one. */
function EventFilePanel({ event }: { event: EventFile }) {
  const preview = usePreview()
  const [isNone, setNone] = useState(false)
  async function open(file: File) {
    preview.drop()
    const part = parseFile(await file.text().catch(() => ''))
    setNone(part === null)
    if (part !== null) preview.show({ partOf: () => part, shown: beside })
  }
  return (
    <>
      <Panel title={importTexts.file}>
        <p className="mb-4 text-soft">{importTexts.fileHint}</p>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" icon={Download} className="max-sm:w-full" onClick={() => saveEvent(event)}>
            {importTexts.saveEvent}
          </Button>
          <FileButton
            label={importTexts.openEvent}
            accept=".json,application/json"
            icon={FileUp}
            busy={preview.preview.isPending}
            onFile={(file) => void open(file)}
          />
        </div>
        <p role="alert" className="mt-3 text-danger empty:hidden">
          {isNone && importTexts.noEvent}
        </p>
      </Panel>
      <EventPreview {...preview} />
    </>
  )
}

/** One table after the other, each read whole before it is saved. */
function ExportPanel({ timeZone }: { timeZone: string }) {
  const [format, setFormat] = useState<TableFormat>('xlsx')
  const [reading, setReading] = useState<{ readonly what: TableName; readonly rows: number } | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function save(what: TableName) {
    const next = new AbortController()
    controller.current = next
    const { signal } = next
    setReading({ what, rows: 0 })
    try {
      const onRows = (rows: number) => setReading({ what, rows })
      const table = await readWhole(what, { timeZone, onRows, read: readPage(signal) })
      await saveTable(importTexts.tables[what], table, format)
      toast.success(importTexts.exported(importTexts.tables[what], table.length - 1))
    } catch (reason) {
      if (signal.aborted) return
      const isCut = reason instanceof Error && isUnanswered(reason)
      toast.error(isCut || !(reason instanceof Error) ? commonTexts.notConnectedHint : errorText(reason))
    }
    if (!signal.aborted) setReading(null)
  }
  return (
    <Panel title={importTexts.exports}>
      <div className="flex flex-col gap-4">
        <p className="text-soft">{importTexts.exportsHint}</p>
        <Choice
          legend={importTexts.format}
          options={TABLE_FORMATS}
          names={importTexts.formats}
          chosen={format}
          onChoose={setFormat}
        />
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {TABLE_NAMES.map((what) => (
            <Button
              key={what}
              variant="secondary"
              {...(reading?.what === what ? {} : { icon: Download })}
              busy={reading?.what === what}
              disabled={reading !== null && reading.what !== what}
              onClick={() => void save(what)}
            >
              {importTexts.tables[what]}
            </Button>
          ))}
        </div>
        <p role="status" className="text-soft tabular-nums empty:hidden">
          {reading !== null && importTexts.exporting(reading.rows)}
        </p>
      </div>
    </Panel>
  )
}

/** The event as a file, and its tables. */
export function FilePart({ read: { event } }: PartProps) {
  return (
    <>
      <EventFilePanel event={event} />
      <ExportPanel timeZone={event.settings.time_zone} />
    </>
  )
}
