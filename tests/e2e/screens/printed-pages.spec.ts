import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { readQr } from '../support/read-qr'

const A4_AT_96_DPI = { width: 794, height: 1123 }

const TYPES = Array.from({ length: 14 }, (_, index) => ({
  ...{ point_type: `t${index}`, label: index === 1 ? 'Sudjelovanje u izrazito dugačkoj igri čćđšž s nazivom' : `Vrsta ${index}` },
  ...{ points: index === 1 ? 1_000_000 : 25, cooldown_seconds: 0 },
}))

/** Of every length: as short as a name may be, as long, in words, in one word, and in the widest letters. */
const BOOTHS = [
  { name: 'Ž', location: '', types: 0, person: ['I', 'L'] },
  { name: 'Arkadna zona', location: 'Hala A, štand 3', types: 3, person: ['Iva', 'Horvat'] },
  {
    ...{
      name: 'Međunarodni čudesni labirint žongliranja, šaptanja i đavolje igre čćšđž 12345678',
      location: 'Hala B, '.repeat(14),
    },
    ...{
      types: TYPES.length,
      person: ['Đurđica Marija Ljubica Anastazija Žaklina Šćepanka Čedomirka', 'Šimunović-Čačić '.repeat(3)],
    },
  },
  {
    name: 'donaudampfschifffahrt'.repeat(4).slice(0, 80),
    location: 'Hala C',
    types: 1,
    person: ['s'.repeat(60), 'š'.repeat(60)],
  },
  { name: 'W'.repeat(80), location: 'W'.repeat(120), types: TYPES.length, person: ['W'.repeat(60), 'M'.repeat(60)] },
] as const

/** Texts and codes of which something does not show on their page or card. */
async function cutParts(page: Page): Promise<string[]> {
  return await page.locator('.page :is(h2, p, li, span, b, img)').evaluateAll((parts) =>
    parts
      .filter((part) => {
        const own = part.getBoundingClientRect()
        const around = (part.parentElement?.closest('.page li') ?? part.closest('.page'))?.getBoundingClientRect()
        const isOutside =
          around === undefined ||
          own.bottom > around.bottom + 1 ||
          own.right > around.right + 1 ||
          own.left < around.left - 1 ||
          own.top < around.top - 1
        // A line box may be higher than its line; a text that is cut is so by more.
        return isOutside || part.scrollWidth > part.clientWidth + (part.clientWidth === 0 ? Number.MAX_VALUE : 1)
      })
      .map((part) => `${part.tagName} ${part.textContent}`),
  )
}

/** Parts that lie on each other. */
async function overlaps(page: Page): Promise<string[]> {
  return await page.locator('.page').evaluateAll((pages) =>
    pages.flatMap((one) => {
      const parts = [...one.querySelectorAll('h2, .location, ul, img, .kind, .name, .id')].map((part) => {
        return { part, box: part.getBoundingClientRect() }
      })
      return parts.flatMap(({ part, box }, index) =>
        parts
          .slice(index + 1)
          .filter(({ box: other }) => {
            const across = Math.min(box.right, other.right) - Math.max(box.left, other.left)
            return across > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1
          })
          .map((other) => `${part.textContent} | ${other.part.textContent}`),
      )
    }),
  )
}

/** Has the command line print posters and cards of the booths into a folder. */
function printInto(directory: string): void {
  const env = {
    ...process.env,
    DATABASE_URL: `sqlite:${join(directory, 'game.db')}`,
    PUBLIC_URL: 'https://natjecanje.geekclub.example.hr',
  }
  const vendors = BOOTHS.map(({ name, location, types, person: [first_name, last_name] }, index) => ({
    ...{ vendor_id: `b${index}`, name, location, point_types: TYPES.slice(0, types).map(({ point_type }) => point_type) },
    staff: [{ first_name, last_name, email: `a${index}@example.hr`, mobile: `+38591123000${index}`, nickname: `osoba${index}` }],
  }))
  writeFileSync(join(directory, 'event.json'), JSON.stringify({ point_types: TYPES, vendors }))
  const program = join(process.env.BUILD_UNDER_TEST ?? '', 'server/event.js')
  const run = (...order: string[]) => execFileSync(process.execPath, [program, ...order], { env, stdio: 'pipe' })
  run('apply', join(directory, 'event.json'))
  run('posters', '--make-tags', '--out', directory)
  run('links', '--staff', '--out', join(directory, 'cards.html'))
}

test('posters fill an A4 page each, whatever the length of names and lists, no name is cut on a card, and all codes can be read', async ({
  page,
}, testInfo) => {
  const directory = dirname(testInfo.outputPath('event.json'))
  printInto(directory)
  await page.setViewportSize(A4_AT_96_DPI)
  await page.emulateMedia({ media: 'print' })
  const pagesOf = async (name: string) => {
    await page.goto(pathToFileURL(join(directory, name)).href)
    expect(await cutParts(page), name).toEqual([])
    expect(await overlaps(page), name).toEqual([])
    return (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page$/gm)?.length
  }

  expect(await pagesOf('posters.html')).toBe(BOOTHS.length)
  for (const poster of await page.locator('.page').all()) {
    const [sheet, name, code] = [poster, poster.locator('h2'), poster.locator('img')].map((part) => part.boundingBox())
    const [around, top, qr] = [await sheet, await name, await code]
    expect((top?.y ?? 0) - (around?.y ?? 0)).toBeLessThan(4)
    // 85 mm, to be scanned from some steps away.
    expect(Math.min(qr?.width ?? 0, qr?.height ?? 0)).toBeGreaterThan(320)
    expect(await readQr(poster.locator('img'))).toMatch(/^https:\/\/natjecanje\.geekclub\.example\.hr\/s\/\w{18}$/)
  }
  for (const name of ['cards.html', 'tags-vendor.html']) {
    expect(await pagesOf(name)).toBe(1)
    for (const card of await page.locator('li').all()) {
      expect(await readQr(card.locator('img'))).toMatch(/^https:\/\/natjecanje\.geekclub\.example\.hr\/[sl]\//)
    }
  }
})
