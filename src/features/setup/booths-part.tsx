import { FileSpreadsheet, Plus } from 'lucide-react'
import { useState } from 'react'
import { importTexts } from '#texts/import'
import { dotted } from '#texts/nouns'
import { setupTexts } from '#texts/setup'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { Panel } from '../../ui/panel'
import { BackButton } from '../organiser/frame'
import { partOf, placeFaults, planBooths, type RowFault } from './booth-import'
import type { Columns } from './columns'
import { CheckField, EntryField, EntryFields, EntryList, RemoveEntry } from './entry-form'
import { EventPreview, RowFaults, type RowText, usePreview } from './event-preview'
import { People } from './people'
import type { Spreadsheet } from './spreadsheet'
import { TableChoice } from './table-choice'
import { type EntryForm, type EventRead, NEW, newId, type PartProps, useEntryForm, useSave } from './use-event'

type Booth = EventRead['event']['vendors'][number]
const texts = setupTexts.booths

const SEPARATOR = ' '
const idsIn = (text: string) => text.split(SEPARATOR).filter((id) => id !== '')

interface OffersProps {
  readonly read: EventRead
  readonly form: EntryForm<{ name: string; location: string; description: string; point_types: string }>
}

/** What the booth gives, in the order of its buttons: what is chosen now comes last. */
function Offers({ read, form }: OffersProps) {
  const chosen = idsIn(form.values.point_types)
  const { point_types } = read.event
  const choose = (id: string, is: boolean) =>
    form.change('point_types', [...chosen.filter((one) => one !== id), ...(is ? [id] : [])].join(SEPARATOR))
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-2 font-medium">{texts.gives}</legend>
      {point_types.length === 0 && <p className="text-soft">{texts.noTypes}</p>}
      <div className="grid gap-x-4 sm:grid-cols-2">
        {point_types.map(({ point_type, label, points }) => (
          <CheckField
            key={point_type}
            label={`${label} (${points})`}
            checked={chosen.includes(point_type)}
            onChange={(is) => choose(point_type, is)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface BoothFormProps {
  readonly read: EventRead
  /** Undefined for a new one. */
  readonly booth: Booth | undefined
  readonly onSaved: (vendorId: string) => void
}

function BoothForm({ read, booth, onSaved }: BoothFormProps) {
  const idOf = (name: string) => {
    const ids = read.event.vendors.map(({ vendor_id }) => vendor_id)
    return booth?.vendor_id ?? newId(name, ids, 'stand')
  }
  const form = useEntryForm({
    read,
    at: 'vendors.0',
    current: {
      name: booth?.name ?? '',
      location: booth?.location ?? '',
      description: booth?.description ?? '',
      point_types: (booth?.point_types ?? []).join(SEPARATOR),
    },
    part: ({ point_types, ...typed }) => ({
      vendors: [{ vendor_id: idOf(typed.name), ...typed, point_types: idsIn(point_types) }],
    }),
    done: ({ name }) => texts.saved(name.trim()),
    onDone: (_after, { name }) => onSaved(idOf(name)),
  })
  return (
    <EntryFields form={form}>
      <EntryField form={form} name="name" label={texts.name} />
      <EntryField form={form} name="location" label={texts.location} hint={texts.locationHint} />
      <div className="sm:col-span-2">
        <EntryField form={form} name="description" label={texts.description} />
      </div>
      <Offers read={read} form={form} />
    </EntryFields>
  )
}

/** Closes a booth, which is asked, or opens it again. */
function Closing({ read, booth: { vendor_id, name, closed } }: { read: EventRead; booth: Booth }) {
  const saving = useSave()
  const set = (to: boolean, onDone?: () => void) =>
    saving.save({
      part: { vendors: [{ vendor_id, name, closed: to }] },
      version: read.version,
      done: to ? texts.closed(name) : texts.reopened(name),
      onDone,
    })
  if (closed) {
    return (
      <>
        <Button variant="secondary" busy={saving.isSaving} onClick={() => set(false)}>
          {texts.reopen}
        </Button>
        <p role="alert" className="w-full text-danger empty:hidden">
          {saving.fault}
        </p>
      </>
    )
  }
  return (
    <ConfirmDialog
      trigger={<Button variant="secondary">{texts.close.label}</Button>}
      title={texts.close.label}
      text={texts.close.text}
      confirm={texts.close.label}
      busy={saving.isSaving}
      fault={saving.fault}
      onOpen={saving.decline}
      onConfirm={(close) => set(true, close)}
    />
  )
}

/** One booth: what it is, who works there, and what ends it. */
function BoothDetail(props: PartProps & { readonly booth: Booth }) {
  const { read, opened, open, booth } = props
  const close = () => open({ dio: 'standovi' })
  const isPersonOpen = opened.osoba !== undefined
  return (
    <>
      {!isPersonOpen && <BackButton text={texts.back} onBack={close} />}
      <People {...props} of={{ people: booth.staff, booth }} />
      {!isPersonOpen && (
        <Panel title={booth.name} aside={booth.closed && <strong>{texts.isClosed}</strong>}>
          <BoothForm key={booth.vendor_id} read={read} booth={booth} onSaved={() => undefined} />
          <div className="mt-5 flex flex-wrap gap-2 border-t border-line pt-5">
            <Closing read={read} booth={booth} />
            <RemoveEntry
              what="vendor"
              id={booth.vendor_id}
              version={read.version}
              says={texts.remove(booth.name)}
              onDone={close}
            />
          </div>
        </Panel>
      )}
    </>
  )
}

/** All faults of a row in one entry. */
function byRow(faults: readonly RowFault[]): readonly RowText[] {
  const rows = new Map<number | null, readonly string[]>()
  for (const { row, text } of faults) rows.set(row, [...(rows.get(row) ?? []), text])
  return [...rows].map(([row, texts]) => ({ row, texts })).toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0))
}

/** Booths and their people from a spreadsheet: what it would change is shown before it is applied. */
function BoothImport({ read }: { read: EventRead }) {
  const preview = usePreview()
  const [own, setOwn] = useState<readonly RowFault[]>([])
  const drop = () => {
    setOwn([])
    preview.drop()
  }
  function check(sheet: Spreadsheet, columns: Columns) {
    drop()
    let plan = planBooths(read.event, sheet, columns)
    setOwn(plan.faults)
    preview.show({
      partOf: (event) => {
        plan = planBooths(event, sheet, columns)
        return partOf(plan)
      },
      shown: (faults) => byRow([...plan.faults, ...placeFaults(plan, faults)]),
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

/** In place of a booth's id. */
const IMPORT = 'tablica'

/** Booths with their people. */
export function BoothsPart(props: PartProps) {
  const { read, opened, open } = props
  const { vendors } = read.event
  const booth = vendors.find(({ vendor_id }) => vendor_id === opened.stand)
  if (booth !== undefined) return <BoothDetail {...props} booth={booth} />
  if (opened.stand === NEW) {
    return (
      <>
        <BackButton text={texts.back} onBack={() => open({ dio: 'standovi' })} />
        <Panel title={texts.add}>
          <BoothForm read={read} booth={undefined} onSaved={(stand) => open({ dio: 'standovi', stand })} />
        </Panel>
      </>
    )
  }
  if (opened.stand === IMPORT) {
    return (
      <>
        <BackButton text={texts.back} onBack={() => open({ dio: 'standovi' })} />
        <BoothImport read={read} />
      </>
    )
  }
  return (
    <Panel title={setupTexts.parts.standovi}>
      <div className="mb-4 flex flex-wrap gap-2">
        <Button icon={Plus} onClick={() => open({ dio: 'standovi', stand: NEW })}>
          {texts.add}
        </Button>
        <Button variant="secondary" icon={FileSpreadsheet} onClick={() => open({ dio: 'standovi', stand: IMPORT })}>
          {importTexts.open}
        </Button>
      </div>
      {vendors.length === 0 && <p className="text-soft">{texts.none}</p>}
      <EntryList
        entries={vendors.map(({ vendor_id, name, location, staff, closed }) => ({
          id: vendor_id,
          name,
          note: dotted(location === '' ? null : location, texts.people(staff.length), closed ? texts.isClosed : null),
          isOff: closed,
        }))}
        onOpen={(stand) => open({ dio: 'standovi', stand })}
      />
    </Panel>
  )
}
