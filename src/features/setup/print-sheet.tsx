import { useDeferredValue, useLayoutEffect, useRef } from 'react'
import { sheetTexts } from '#texts/printed'
import { classes } from '../../ui/classes'
import { Skeleton } from '../../ui/loading'
import { PrintButton } from '../../ui/print-button'
import { QrCode } from '../../ui/qr-code'

/** One poster, label, card or guide: texts around a QR code. */
export interface PrintCell {
  readonly key: string
  /** Above the title, such as the name of the game. */
  readonly over?: string
  readonly title: string
  readonly lines: readonly { readonly text: string; readonly value?: string }[]
  /** The address in the QR code, and a name for it. */
  readonly code?: { readonly url: string; readonly label: string }
  /** The text below the code. Ids use a typeface without look-alike letters. */
  readonly foot?: { readonly text: string; readonly isId?: boolean }
}

/**
 * The printed area of a page (mm). Fits A4 and Letter with the margins of src/styles.css, so that
 * nobody has to choose a paper size.
 */
const PAGE = { width: 184, height: 248 }

/**
 * The smallest and largest font size of a text in mm, and the largest share of its cell's height
 * that it may take.
 */
type FontSize = readonly [min: number, max: number, share: number]
interface PrintGrid {
  readonly columns: number
  readonly rows: number
  readonly fits: { readonly title: FontSize; readonly lines: FontSize; readonly foot: FontSize }
}
const GRIDS = {
  poster: {
    columns: 1,
    rows: 1,
    fits: { title: [5, 34, 0.2], lines: [1.4, 9, 0.31], foot: [6, 6, 0.05] },
  },
  label: {
    columns: 4,
    rows: 6,
    fits: { title: [1.4, 3.4, 0.21], lines: [1.6, 2.6, 0.22], foot: [1.6, 3.4, 0.19] },
  },
  card: {
    columns: 3,
    rows: 5,
    fits: { title: [1.6, 4.6, 0.2], lines: [1.5, 3.4, 0.16], foot: [2, 3, 0.1] },
  },
  guide: {
    columns: 2,
    rows: 2,
    fits: { title: [3, 7, 0.12], lines: [2, 5, 0.65], foot: [2, 4, 0.08] },
  },
} as const satisfies Record<string, PrintGrid>

/** The font size of the line above the title. */
const OVERLINE: FontSize = [3, 7, 0.05]

const STEPS = 7

/**
 * Sets every text as large as its box allows. Searches for all sizes at once, so that each step
 * lays the page out only once. Breaks a word only if it exceeds its line in the smallest size.
 */
function fitTexts(sheet: HTMLElement): void {
  const boxes = [...sheet.querySelectorAll<HTMLElement>('[data-fit]')].map((element) => ({
    element,
    least: 0,
    most: 1,
  }))
  const setAll = (at: (box: (typeof boxes)[number]) => number) => {
    for (const box of boxes) box.element.style.setProperty('--fit', String(at(box)))
  }
  const isWide = ({ element }: { element: HTMLElement }) =>
    element.scrollWidth > element.clientWidth
  setAll(() => 0)
  for (const { element } of boxes) element.style.overflowWrap = ''
  for (const { element } of boxes.filter(isWide)) element.style.overflowWrap = 'anywhere'
  const middle = ({ least, most }: { least: number; most: number }) => (least + most) / 2
  for (let step = 0; step < STEPS; step++) {
    setAll(middle)
    const fitting = boxes.map(
      (box) => !isWide(box) && box.element.scrollHeight <= box.element.clientHeight,
    )
    for (const [index, box] of boxes.entries())
      box[fitting[index] === true ? 'least' : 'most'] = middle(box)
  }
  setAll(({ least }) => least)
}

interface TextBoxProps {
  readonly fit: FontSize
  readonly height: number
  readonly className: string
  readonly children: React.ReactNode
}

function TextBox({ fit: [least, most, share], height, className, children }: TextBoxProps) {
  return (
    <div
      data-fit
      className={classes('shrink-0 overflow-hidden leading-[1.3]', className)}
      style={{
        maxHeight: `${height * share}mm`,
        fontSize: `calc(${least}mm + ${most - least}mm * var(--fit, 0))`,
      }}
    >
      {children}
    </div>
  )
}

function CellBox({
  cell: { over, title, lines, code, foot },
  grid,
}: {
  cell: PrintCell
  grid: PrintGrid
}) {
  const height = PAGE.height / grid.rows
  const isAlone = grid.columns === 1
  return (
    <li
      className={classes(
        'flex min-w-0 flex-col overflow-hidden text-center',
        !isAlone && 'border-dashed border-line',
      )}
      style={{
        height: `${height}mm`,
        ...(isAlone
          ? { gap: '4mm' }
          : { padding: grid.columns === 2 ? '4mm' : '1mm', borderWidth: '0 .25mm .25mm 0' }),
      }}
    >
      {over !== undefined && (
        <TextBox fit={OVERLINE} height={height} className="font-semibold">
          {over}
        </TextBox>
      )}
      <TextBox fit={grid.fits.title} height={height} className="font-bold">
        {title}
      </TextBox>
      {lines.length > 0 && (
        <TextBox
          fit={grid.fits.lines}
          height={height}
          className={grid.columns === 2 ? 'text-left' : ''}
        >
          {lines.map(({ text, value }) =>
            value === undefined ? (
              <p key={text}>{text}</p>
            ) : (
              <p
                key={text}
                className="flex justify-between gap-[1em] border-b border-line text-left"
              >
                <span className="min-w-0">{text}</span>
                <strong className="whitespace-nowrap">{value}</strong>
              </p>
            ),
          )}
        </TextBox>
      )}
      {code !== undefined && (
        <QrCode
          text={code.url}
          label={code.label}
          className="min-h-0 w-auto flex-1 self-center object-contain"
        />
      )}
      {foot !== undefined && (
        <TextBox
          fit={grid.fits.foot}
          height={height}
          className={foot.isId === true ? 'mx-auto max-w-[12ch] font-mono font-semibold' : ''}
        >
          {foot.text}
        </TextBox>
      )}
    </li>
  )
}

interface PrintSheetProps {
  readonly kind: keyof typeof GRIDS
  /** Printed on every page that is to be cut up. */
  readonly heading: string
  readonly cells: readonly PrintCell[]
}

/** Pages of cells as they are printed; scaled down on a narrow screen. */
export function PrintSheet({ kind, heading, cells }: PrintSheetProps) {
  // Render thousands of codes in the background, so that the page stays responsive.
  const shown = useDeferredValue(cells, [])
  const grid: PrintGrid = GRIDS[kind]
  const perPage = grid.columns * grid.rows
  const sheet = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = sheet.current
    if (element === null || shown.length === 0) return
    const lay = () => {
      fitTexts(element)
      const page = element.querySelector('section')?.offsetWidth ?? 1
      element.style.setProperty('--scale', String(Math.min(1, element.clientWidth / page)))
    }
    lay()
    void document.fonts.ready.then(lay)
    window.addEventListener('resize', lay)
    return () => window.removeEventListener('resize', lay)
  }, [shown])
  if (shown !== cells) return <Skeleton />
  const pages = Array.from({ length: Math.ceil(cells.length / perPage) }, (_, page) =>
    cells.slice(page * perPage, (page + 1) * perPage),
  )
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <PrintButton />
        <p className="min-w-0 flex-1 basis-64 text-sm text-soft">
          {sheetTexts.howToPrint(pages.length)}
        </p>
      </div>
      <div
        ref={sheet}
        className="flex min-w-0 flex-col gap-4 overflow-hidden print:block print:overflow-visible"
      >
        {pages.map((cellsOfPage, page) => (
          <div
            key={cellsOfPage[0]?.key}
            className="mx-auto h-[calc(264mm*var(--scale))] w-[calc(194mm*var(--scale))] overflow-hidden print:size-auto print:break-after-page print:overflow-visible print:last:break-after-auto"
          >
            {/* Scale only after layout: smaller type would break lines at other words. */}
            <section
              aria-label={sheetTexts.page(page + 1, pages.length)}
              className="h-[264mm] w-[194mm] origin-top-left scale-(--scale) rounded-card bg-white p-[5mm] text-black [--color-line:#999] print:size-auto print:scale-none print:rounded-none print:p-0"
            >
              {grid.columns > 1 && (
                <p
                  className="flex h-[6mm] justify-between overflow-hidden text-[3mm]"
                  style={{ width: `${PAGE.width}mm` }}
                >
                  <span className="truncate">{heading}</span>
                  <span>{sheetTexts.page(page + 1, pages.length)}</span>
                </p>
              )}
              <ol
                className={classes('grid', grid.columns > 1 && 'border-dashed border-line')}
                style={{
                  width: `${PAGE.width}mm`,
                  gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
                  ...(grid.columns > 1 && { borderWidth: '.25mm 0 0 .25mm' }),
                }}
              >
                {cellsOfPage.map((cell) => (
                  <CellBox key={cell.key} cell={cell} grid={grid} />
                ))}
              </ol>
            </section>
          </div>
        ))}
      </div>
    </>
  )
}
