import type { Page } from '@playwright/test'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { readQrs } from '../support/read-qr'
import { checkState } from '../support/usable'

/** The printable area of each paper (CSS px), within the margins of src/styles.css. */
const PAPERS = { A4: { width: 703, height: 1032 }, Letter: { width: 725, height: 965 } } as const

const TYPES = Array.from({ length: 14 }, (_, index) => ({
  point_type: `t${index}`,
  label: index === 1 ? 'Sudjelovanje u izrazito dugačkoj igri čćđšž s nazivom' : `Vrsta ${index}`,
  points: index === 1 ? 1_000_000 : 25,
  cooldown_seconds: 0,
}))

/**
 * Booths whose names are as short and as long as the rules allow: in words, in one word, and in the
 * widest letters.
 */
const BOOTHS = [
  { name: 'Ž', location: '', types: 0, person: ['I', 'L'] },
  { name: 'Retroračunala', location: 'Hala A, štand 3', types: 3, person: ['Iva', 'Horvat'] },
  {
    name: 'Đurđevački čuvari čarobnoga šešira čćšđž',
    location: 'Međunarodna hala Š, kat prvi, do žutog stuba',

    types: 8,
    person: [
      'Đurđica Marija Ljubica Anastazija Žaklina',
      'Šimunović-Čačić-Žderić-Šćepanović-Đurđević',
    ],
  },
  {
    name: 'donaudampfschifffahrt'.repeat(4).slice(0, 80),
    location: 'Hala B, '.repeat(14),
    types: TYPES.length,
    person: ['s'.repeat(60), 'š'.repeat(60)],
  },
  {
    name: 'W'.repeat(80),
    location: 'W'.repeat(120),
    types: TYPES.length,
    person: ['W'.repeat(60), 'M'.repeat(60)],
  },
] as const

const EVENT = {
  point_types: TYPES,
  vendors: BOOTHS.map(({ name, location, types, person: [first_name, last_name] }, index) => ({
    vendor_id: `b${index}`,
    name,
    location,
    point_types: TYPES.slice(0, types).map(({ point_type }) => point_type),
    staff: [
      {
        first_name,
        last_name,
        email: `a${index}@example.hr`,
        mobile: `+38591123000${index}`,
        nickname: `osoba${index}`,
      },
    ],
  })),
}

/** Lists texts and codes that are cut off, lie outside their cell or page, or overlap. */
async function misprints(page: Page): Promise<string[]> {
  return await page.locator('main section:has(> ol)').evaluateAll((pages) => {
    const textOf = (part: Element) =>
      `${part.tagName} ${part.textContent || part.getAttribute('alt')}`
    const isIn = (own: DOMRect, around: DOMRect) =>
      own.left >= around.left - 1 &&
      own.right <= around.right + 1 &&
      own.top >= around.top - 1 &&
      own.bottom <= around.bottom + 1
    return pages.flatMap((sheet) => {
      const cut = [...sheet.querySelectorAll('li')].flatMap((cell) => {
        const parts = [...cell.children].map((part) => ({
          part,
          box: part.getBoundingClientRect(),
        }))
        const outside = parts.filter(
          ({ part, box }, index) =>
            !isIn(box, cell.getBoundingClientRect()) ||
            part.scrollWidth > part.clientWidth ||
            part.scrollHeight > part.clientHeight ||
            (index > 0 && box.top < (parts[index - 1]?.box.bottom ?? 0) - 1),
        )
        return [
          ...(isIn(cell.getBoundingClientRect(), sheet.getBoundingClientRect()) ? [] : [cell]),
          ...outside.map(({ part }) => part),
        ]
      })
      const { width } = document.documentElement.getBoundingClientRect()
      return [...cut, ...(sheet.getBoundingClientRect().right > width + 1 ? [sheet] : [])].map(
        textOf,
      )
    })
  })
}

/**
 * Expects that the open sheets print whole on both papers. Returns the addresses in the codes of
 * the last `read` sheets.
 */
async function print(page: Page, sheets: number, read = sheets): Promise<string[]> {
  const before = page.viewportSize()
  const pages = page.locator('main section:has(> ol)')
  await expect(pages).toHaveCount(sheets)
  await page.emulateMedia({ media: 'print' })
  for (const [paper, size] of Object.entries(PAPERS)) {
    await page.setViewportSize(size)
    expect(await misprints(page), paper).toEqual([])
    const breaks = await pages.evaluateAll((all) =>
      all.map(({ parentElement }) => parentElement && getComputedStyle(parentElement).breakAfter),
    )
    expect(breaks, paper).toEqual(breaks.map((_, at) => (at < sheets - 1 ? 'page' : 'auto')))
  }
  await expect(page.getByRole('button', { name: 'Ispiši' })).toBeHidden()
  const codes: string[] = []
  for (const sheet of (await pages.all()).slice(-read))
    codes.push(...(await readQrs(sheet, await sheet.getByRole('img').count())))
  // Letter is the shorter paper: a sheet that needs no second page of Letter needs none of A4.
  const printed = await page.pdf({ format: 'Letter', preferCSSPageSize: true })
  expect(printed.toString('latin1').match(/\/Type \/Page$/gm), 'pages of paper').toHaveLength(
    sheets,
  )
  await page.emulateMedia({ media: 'screen' })
  if (before !== null) await page.setViewportSize(before)
  return codes
}

// A desktop, because a phone zooms out of pages that are wider than its screen.
test.use({
  serviceWorkers: 'block',
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
  viewport: { width: 1280, height: 800 },
})

// Journeys share the server, so close these booths and remove their staff.
test.afterEach(({ people }) =>
  people.applyPart({
    vendors: EVENT.vendors.map((booth) => ({ ...booth, closed: true, staff: [] })),
  }),
)

test('posters, labels and cards print whole on A4 and Letter, and every code can be read', async ({
  page,
  people,
  game,
}) => {
  await people.applyPart(EVENT)
  await people.signIn(page, 'ana')
  await page.goto('/organizator/priprema?dio=ispis')
  const choose = (name: string) => page.getByRole('radio', { name, exact: true }).check()

  // The screen names booths without a tag and makes their tags.
  const make = page.getByRole('button', { name: 'Izradi oznake za te štandove' })
  await make.click()
  await expect(make).toBeHidden()
  const { event } = await callAs(page, 'readEvent', {})
  const tagOf = ({ vendor_id }: { vendor_id: string }) =>
    `${game.url}/s/${event.tags.find((tag) => tag.vendor_id === vendor_id)?.nfc_id}`
  const open = event.vendors.filter(({ closed }) => !closed)
  // Booths of other journeys come first, so read only the last sheets.
  expect(await print(page, open.length, BOOTHS.length)).toEqual(
    open.slice(-BOOTHS.length).map(tagOf),
  )
  for (const code of await page.locator('section > ol').getByRole('img').all()) {
    const side = await code.evaluate((image: HTMLImageElement) =>
      Math.min(image.offsetWidth, image.offsetHeight),
    )
    // At least 85 mm wide, to be scanned from some steps away.
    expect(side).toBeGreaterThan(320)
  }

  await choose('Oznake')
  await choose('Štandovi')
  expect((await print(page, 1)).toSorted()).toEqual(
    event.tags
      .flatMap(({ nfc_type, nfc_id }) => (nfc_type === 'vendor' ? [`${game.url}/s/${nfc_id}`] : []))
      .toSorted(),
  )
  const { tags: made } = await callAs(page, 'makeTags', { count: 25, nfc_type: 'team' })
  const teamTags = (await callAs(page, 'readEvent', {})).event.tags.filter(
    ({ nfc_type }) => nfc_type === 'team',
  )
  await page.reload()
  await choose('Oznake')
  const codes = await print(page, Math.ceil(teamTags.length / 24))
  expect(codes.toSorted()).toEqual(
    teamTags.map(({ nfc_id }) => `${game.url}/s/${nfc_id}`).toSorted(),
  )
  // The newest tags come first.
  const names = await page
    .locator('section > ol')
    .getByRole('img')
    .evaluateAll((all) => all.map((code) => code.getAttribute('alt')))
  expect(new Set(names.slice(0, made.length))).toEqual(
    new Set(made.map(({ nfc_id }) => `QR kod oznake ${nfc_id}`)),
  )

  await people.applyPart({
    tags: [
      {
        nfc_id: 'zmaj-7k2p9x4mq8',
        nfc_type: 'bonus',
        point_type: 't0',
        note: 'Đurđevački zmaj s dugim repom, međunarodna hala Š, kat prvi, iza žutoga stupa Ž',
      },
    ],
  })
  await page.reload()
  await choose('Oznake')
  await choose('Blago')
  await expect(page.getByText('Đurđevački zmaj')).toBeVisible()
  await print(page, 1)

  await choose('Kartice')
  await page.getByLabel('Štand').selectOption('Retroračunala')
  await page.getByRole('button', { name: 'Izradi kartice' }).click()
  const [link = ''] = await print(page, 1)
  await choose('Kartice')
  await page.getByLabel('Štand').selectOption('Svi štandovi')
  // Cards for another choice would be printed by mistake.
  await expect(page.getByRole('img', { name: /^QR kod/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Izradi kartice' }).click()
  await expect(page.getByText('s'.repeat(60))).toBeVisible()
  const links = await print(page, 1)
  await checkState(page, 'setup-cards')
  expect(new Set([link, ...links]).size).toBe(links.length + 1)

  await choose('Upute')
  expect(new Set(await print(page, 1))).toEqual(new Set([game.url]))
  // A printed card signs its person in, even after a newer print.
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Retroračunala' })).toBeVisible()
})
