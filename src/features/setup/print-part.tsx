import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { staffLinks } from '#contract/calls/organiser'
import { TAG_TYPES, type TagType } from '#contract/entities'
import { groupTagId } from '#rules/tag-id'
import { endOfDayTexts } from '#texts/end-of-day'
import { counted, nouns } from '#texts/nouns'
import { sheetTexts } from '#texts/printed'
import { setupTexts, tagTypes } from '#texts/setup'
import { call } from '../../api/call'
import { publicOrigin } from '../../api/queries'
import { Button, linkClasses } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { PRODUCT_NAME } from '../../ui/product'
import { SelectField } from '../../ui/text-field'
import { untaggedBooths } from '../organiser/readiness'
import { type PrintCell, PrintSheet } from './print-sheet'
import { type DescribedTag, describeTags, TagEachBooth } from './tags-part'
import type { EventRead, PartProps } from './use-entry-form'

/** The posters of open booths, and the open booths without a tag, which have no poster. */
function postersOf(read: EventRead) {
  const types = new Map(read.event.point_types.map((type) => [type.point_type, type]))
  const tags = describeTags(read)
  const cells: PrintCell[] = []
  for (const booth of read.event.vendors.filter(({ closed }) => !closed)) {
    // Use the oldest tag, as earlier prints did; any tag of the booth works.
    const oldestTag = tags.findLast(
      ({ tag }) => tag.nfc_type === 'vendor' && tag.vendor_id === booth.vendor_id,
    )
    if (oldestTag === undefined) continue
    const gives = booth.point_types.flatMap((id) => types.get(id) ?? [])
    cells.push({
      key: booth.vendor_id,
      over: PRODUCT_NAME,
      title: booth.name,
      lines: [
        ...(booth.location === '' ? [] : [{ text: booth.location }]),
        ...gives.map(({ label, points }) => ({
          text: label,
          value: points > 0 ? counted(points, nouns.point) : '',
        })),
      ],
      code: { url: oldestTag.url, label: sheetTexts.boothCode(booth.name) },
      foot: { text: sheetTexts.scan },
    })
  }
  return { cells, untagged: untaggedBooths(read.event) }
}

function Posters({ read }: PartProps) {
  const { cells, untagged } = useMemo(() => postersOf(read), [read])
  return (
    <>
      {untagged.length > 0 && (
        <div className="flex flex-col items-start gap-3 print:hidden">
          <p className="wrap-anywhere text-warn">
            {sheetTexts.boothsWithoutTag(untagged.map(({ name }) => name))}
          </p>
          <TagEachBooth read={read} booths={untagged}>
            {sheetTexts.makeBoothTags}
          </TagEachBooth>
        </div>
      )}
      {untagged.length + cells.length === 0 && <p className="text-soft">{sheetTexts.noBooths}</p>}
      {cells.length > 0 && <PrintSheet kind="poster" heading="" cells={cells} />}
    </>
  )
}

/** The label of a tag, titled by the tag's purpose. */
function labelCell({ tag, url, booth, label }: DescribedTag): PrintCell {
  const titles = { team: sheetTexts.teamTag, vendor: booth, bonus: label }
  return {
    key: tag.nfc_id,
    title: titles[tag.nfc_type] ?? '',
    lines: tag.note === undefined ? [] : [{ text: tag.note }],
    code: { url, label: sheetTexts.tagCode(tag.nfc_id) },
    foot: { text: groupTagId(tag.nfc_id), isId: true },
  }
}

function Labels({ read }: PartProps) {
  const [type, setType] = useState<TagType>('team')
  const { cells, proving } = useMemo(() => {
    const ofType = describeTags(read).filter(({ tag }) => tag.nfc_type === type)
    // Exclude tags that prove touches: a printed code proves none.
    const printed = ofType.filter(({ tag }) => tag.proof === undefined)
    return { cells: printed.map(labelCell), proving: ofType.length - printed.length }
  }, [read, type])
  return (
    <>
      <div className="flex max-w-xl flex-col gap-4 print:hidden">
        <Choice
          legend={sheetTexts.tagType}
          options={TAG_TYPES}
          names={tagTypes}
          chosen={type}
          onChoose={setType}
        />
        {cells.length > 0 && <p className="text-soft">{sheetTexts.newestFirst}</p>}
        {proving > 0 && <p className="text-soft">{sheetTexts.proving(proving)}</p>}
      </div>
      {cells.length === 0 ? (
        <p className="text-soft">{sheetTexts.noTags}</p>
      ) : (
        <PrintSheet kind="label" heading={new URL(publicOrigin.get()).host} cells={cells} />
      )}
    </>
  )
}

const ALL = 'all'

/** The people for whom to make cards. */
interface CardChoice {
  /** A booth's id, or `ALL`. */
  readonly booth: string
  readonly whom: keyof typeof sheetTexts.whom
}

/** Cards that sign staff in. Only this page holds their links: a reload loses the cards. */
function LinkCards({ read: { event } }: PartProps) {
  const [choice, setChoice] = useState<CardChoice>({ booth: ALL, whom: 'new' })
  const { booth, whom } = choice
  const making = useMutation({
    mutationFn: async (chosen: CardChoice) => {
      const { links } = await call(staffLinks, {
        only_new: chosen.whom === 'new' ? 1 : 0,
        ...(chosen.booth !== ALL && { vendor_id: chosen.booth }),
      })
      return links.map(({ user_id, first_name, last_name, vendor_name, link }): PrintCell => {
        const name = `${first_name} ${last_name}`
        return {
          key: user_id,
          title: name,
          lines: [{ text: vendor_name }],
          code: { url: link, label: sheetTexts.linkCode(name) },
          foot: { text: sheetTexts.linkFoot },
        }
      })
    },
  })
  // Show no cards that were made for another choice.
  const cells =
    making.variables?.booth === booth && making.variables.whom === whom ? making.data : undefined
  return (
    <>
      <div className="flex max-w-xl flex-col gap-4 print:hidden">
        <SelectField
          label={sheetTexts.booth}
          value={booth}
          options={[
            { value: ALL, text: sheetTexts.allBooths },
            ...event.vendors.map(({ vendor_id, name }) => ({ value: vendor_id, text: name })),
          ]}
          onChange={(other) => setChoice({ ...choice, booth: other })}
        />
        <Choice
          legend={sheetTexts.forWhom}
          options={['new', 'all']}
          names={sheetTexts.whom}
          chosen={whom}
          onChoose={(others) => setChoice({ ...choice, whom: others })}
        />
        <p className="text-soft">{sheetTexts.links}</p>
        <Button
          className="self-start"
          busy={making.isPending}
          onClick={() => making.mutate(choice)}
        >
          {sheetTexts.makeLinks}
        </Button>
      </div>
      {cells?.length === 0 && <p className="text-soft">{sheetTexts.noLinks}</p>}
      {cells !== undefined && cells.length > 0 && (
        <PrintSheet
          kind="card"
          heading={sheetTexts.linkHeading(new URL(publicOrigin.get()).host)}
          cells={cells}
        />
      )}
    </>
  )
}

/** Instructions for staff, four to a page. */
function Guides() {
  const cells = Array.from(
    { length: 4 },
    (_, index): PrintCell => ({
      key: String(index),
      title: sheetTexts.guide,
      lines: sheetTexts.guideSteps.map((text) => ({ text })),
      code: { url: publicOrigin.get(), label: sheetTexts.guideCode },
    }),
  )
  return <PrintSheet kind="guide" heading="" cells={cells} />
}

/** Posters, labels, cards and guides, printed by the browser. */
export function PrintPart({ read }: PartProps) {
  const [kind, setKind] = useState<keyof typeof sheetTexts.kinds>('poster')
  return (
    <div className="flex min-w-0 flex-col gap-5 print:block">
      <div className="flex flex-col gap-4 print:hidden">
        <h2 className="text-lg font-bold">{setupTexts.parts.print}</h2>
        <Choice
          legend={sheetTexts.what}
          options={['poster', 'label', 'card', 'guide']}
          names={sheetTexts.kinds}
          chosen={kind}
          onChoose={setKind}
        />
        <p className="flex flex-wrap items-center gap-x-4">
          <span className="w-full font-medium sm:w-auto">{sheetTexts.atTheEnd}</span>
          <Link to="/organizator" search={{ part: 'end', print: 'prizes' }} className={linkClasses}>
            {endOfDayTexts.prizes}
          </Link>
          <Link
            to="/organizator"
            search={{ part: 'end', print: 'ranking' }}
            className={linkClasses}
          >
            {endOfDayTexts.printRanking}
          </Link>
        </p>
      </div>
      {kind === 'poster' && <Posters read={read} />}
      {kind === 'label' && <Labels read={read} />}
      {kind === 'card' && <LinkCards read={read} />}
      {kind === 'guide' && <Guides />}
    </div>
  )
}
