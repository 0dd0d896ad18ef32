import { TERMS_VERSION } from '#contract/protocol'
import { expect, test } from '../support/journey'
import { expectUsable } from '../support/usable'

const TITLE = 'Uvjeti Korištenja i Politika Privatnosti'

test('the terms lead back to the screen from which they were opened, or to the start page', async ({
  page,
  people,
}) => {
  await page.goto('/uvijeti#kontakt')
  await expect(page.getByRole('heading', { name: 'Kontakt' })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'privatnost@example.hr' }).last()).toHaveAttribute(
    'href',
    'mailto:privatnost@example.hr',
  )
  await page.getByRole('button', { name: 'Nazad' }).click()
  await expect(page.getByRole('heading', { name: 'Dobrodošli na GeekQuest!' })).toBeVisible()

  await page.goto('/auth/register')
  await page.goto('/uvijeti')
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await expectUsable(page, 'terms')
  const effective = new Date(TERMS_VERSION).toLocaleDateString('hr-HR', { dateStyle: 'long' })
  await expect(page.getByText(`Na snazi od ${effective}`, { exact: true })).toBeVisible()
  await expect(page.getByText('Objavljuje: GeekClub')).toBeVisible()
  await page.getByRole('link', { name: 'Vaša prava' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Vaša prava' })).toBeInViewport()

  // The terms link to the accessibility statement.
  await page.getByRole('link', { name: 'Pristupačnost' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pristupačnost' })).toBeVisible()
  await expectUsable(page, 'accessibility')
  await expect(page.getByRole('link', { name: 'privatnost@example.hr' })).toHaveAttribute(
    'href',
    'mailto:privatnost@example.hr',
  )
  await page.getByRole('button', { name: 'Nazad' }).click()
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()

  await page.getByRole('button', { name: 'Nazad' }).click()
  await expect(page).toHaveURL('/auth/register')

  await people.signUp(page, 'ana')
  await page.goto('/player')
  await page.getByRole('button', { name: 'Račun: Ana Anić' }).click()
  await page.getByRole('menuitem', { name: 'Uvjeti i privatnost' }).click()
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()
  await page.getByRole('button', { name: 'Nazad' }).click()
  await expect(page).toHaveURL('/player')
})

test('a shared link previews the app, with a picture at an absolute URL', async ({
  page,
  game,
}) => {
  await page.goto('/')
  const content = (name: string) =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
  const title = 'GeekQuest - Natjecanje | GeekClub'
  const description = (await content('description')) ?? ''
  expect(description).toMatch(
    /najbolje geek natjecanje u Hrvatskoj.*izazovnim igrama.*vrijedne nagrade/,
  )
  const tags = {
    'og:type': 'website',
    'og:site_name': 'GeekQuest',
    'og:title': title,
    'og:description': description,
    'og:locale': 'hr_HR',
    'og:url': `${game.url}/`,
    'og:image': `${game.url}/poster.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': `${game.url}/poster.png`,
  }
  for (const [name, expected] of Object.entries(tags))
    expect(await content(name), name).toBe(expected)
  expect(await content('og:image:alt')).toContain('GeekQuest')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${game.url}/`)
  // An iPhone's home screen needs its own name and icon.
  expect(await content('apple-mobile-web-app-title')).toBe('GeekQuest')
  expect(await content('apple-mobile-web-app-capable')).toBe('yes')
  await expect(page.locator('link[rel=apple-touch-icon]')).toHaveAttribute(
    'href',
    '/icons/apple-touch-180.png',
  )

  const poster = await page.request.get(`${game.url}/poster.png`)
  expect([poster.status(), poster.headers()['content-type']]).toEqual([200, 'image/png'])
  const picture = await poster.body()
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)], 'width and height').toEqual([
    1200, 630,
  ])
  expect(picture.length).toBeLessThan(200_000)
})
