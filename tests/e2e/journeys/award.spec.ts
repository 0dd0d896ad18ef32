import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey'
import type { People } from '../support/people'
import { withoutStream } from '../support/without-stream'

/** Calls that carry one award or several. */
const AWARD_CALLS = /[?&]option=award_(points|many)(&|$)/

/** Founds a team with a new player; returns its id as in the URL of its QR code. */
async function foundTeam(page: Page, people: People, name: string): Promise<string> {
  await people.signUp(page, 'kapetan')
  await page.goto('/player')
  await page.getByRole('textbox', { name: 'Naziv tima' }).first().fill(name)
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  return await page.evaluate(async () => {
    const query = new URLSearchParams({ fingerprint: crypto.randomUUID(), action: 'login' })
    const answer = (await (await fetch(`/api?${query}`, { method: 'POST' })).json()) as { user: { team: { team_id: string } } }
    return answer.user.team.team_id
  })
}

test('fault 3: an award that waits when the page closes is there at the next start and is sent once', async ({
  page,
  people,
  phone,
}) => {
  const captain = await phone()
  const teamId = await foundTeam(captain, people, 'Zatvorena Stranica')
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${teamId}`)
  await page.context().route(AWARD_CALLS, (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: /^Pobjeda/ }).click()
  await expect(page.getByText('Čeka slanje', { exact: true })).toBeVisible()
  // The device computes the cooldown itself and says that it is an estimate.
  await expect(page.getByRole('button', { name: /^Pobjeda.*Pauza: još 15 minuta.*Procjena: uređaj nije povezan/ })).toBeDisabled()
  await page.getByRole('link', { name: '1 dodjela čeka slanje' }).click()
  await expect(page.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
  await page.close()
  await page.context().unroute(AWARD_CALLS)

  const reopened = await page.context().newPage()
  await reopened.goto('/vendor/dodjele')
  await expect(reopened.getByRole('listitem').filter({ hasText: 'Zatvorena Stranica' }).filter({ hasText: '+25' })).toBeVisible()
  await expect(reopened.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeHidden()
  await captain.reload()
  await expect(captain.getByRole('article').getByText('25 bodova', { exact: true })).toBeVisible()
})

test('fault 17: signing out with a waiting award warns first and keeps it, and the same account sends it later', async ({
  page,
  people,
  phone,
}) => {
  const captain = await phone()
  const teamId = await foundTeam(captain, people, 'Odjava Prije Slanja')
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${teamId}`)
  await page.context().route(AWARD_CALLS, (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: /^Sudjelovanje/ }).click()
  await expect(page.getByText('Čeka slanje', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Račun: Iva Horvat' }).click()
  await page.getByRole('menuitem', { name: 'Odjava' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Odjava prije slanja' })
  await expect(dialog).toContainText('1 dodjela čeka slanje.')
  await dialog.getByRole('button', { name: 'Odjavi me' }).click()
  await expect(page).toHaveURL('/')
  await page.context().unroute(AWARD_CALLS)

  await people.openBoard(page, 'luka')
  await expect(page.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
  await page.getByRole('button', { name: 'Račun: Luka Babić' }).click()
  await page.getByRole('menuitem', { name: 'Odjava' }).click()
  await expect(page).toHaveURL('/')
  await captain.reload()
  await expect(captain.getByRole('article').getByText('0 bodova', { exact: true })).toBeVisible()

  await people.signIn(page, 'iva')
  await page.goto('/vendor/dodjele')
  await expect(page.getByRole('listitem').filter({ hasText: 'Odjava Prije Slanja' }).filter({ hasText: '+5' })).toBeVisible()
  await captain.reload()
  await expect(captain.getByRole('article').getByText('5 bodova', { exact: true })).toBeVisible()
})

test('fault 7: of two tabs with one waiting award, one sends it and both show the result', async ({ page, people, phone }) => {
  const captain = await phone()
  const teamId = await foundTeam(captain, people, 'Dvije Kartice')
  await people.signIn(page, 'iva')
  const context = page.context()
  const answered: string[] = []
  context.on('response', (response) => {
    if (AWARD_CALLS.test(response.url())) answered.push(response.url())
  })
  await context.route(AWARD_CALLS, (route) => route.abort('connectionrefused'))
  await page.goto(`/qr/${teamId}`)
  const other = await context.newPage()
  await other.goto('/vendor')
  await page.getByRole('button', { name: /^Sudjelovanje/ }).click()
  await expect(other.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
  await context.unroute(AWARD_CALLS)
  await Promise.all([page, other].map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))))
  await expect(page.getByText('Upisano')).toBeVisible()
  await expect(other.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeHidden()
  expect(answered).toHaveLength(1)
})

test('faults 11 and 12: a refused award is set aside with its reason, and the awards behind it go through', async ({
  page,
  people,
  phone,
}) => {
  const teamId = await foundTeam(await phone(), people, 'Red Čekanja')
  const other = await phone()
  await people.signIn(page, 'iva')
  await people.signIn(other, 'luka')
  await page.goto(`/qr/${teamId}`)
  await page.context().route(AWARD_CALLS, (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: /^Pobjeda/ }).click()
  await page.getByRole('button', { name: /^Sudjelovanje/ }).click()
  await expect(page.getByText('Čeka slanje', { exact: true })).toHaveCount(2)
  await other.goto(`/qr/${teamId}`)
  await other.getByRole('button', { name: /^Pobjeda/ }).click()
  await expect(other.getByText('Upisano')).toBeVisible()

  await page.context().unroute(AWARD_CALLS)
  // Not by the button: the outbox may have sent them by itself, and then it is gone.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText('Odbijeno: Tim je te bodove već dobio. Pričekajte kraj pauze.')).toBeVisible()
  await expect(page.getByText('Upisano')).toBeVisible()
  await page.goto('/vendor')
  await expect(page.getByText('Odbijeno: Tim je te bodove već dobio. Pričekajte kraj pauze.')).toBeVisible()
  await page.getByRole('button', { name: 'U redu' }).click()
  await expect(page.getByText('Odbijeno:', { exact: false })).toBeHidden()
})

test('repeated quick taps give points once', async ({ page, people, phone }) => {
  const captain = await phone()
  const teamId = await foundTeam(captain, people, 'Dvostruki Dodir')
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${teamId}`)
  await page.getByRole('button', { name: /^Sudjelovanje/ }).dblclick()
  await expect(page.getByText('Upisano')).toBeVisible()
  await captain.reload()
  await expect(captain.getByRole('article').getByText('5 bodova', { exact: true })).toBeVisible()
})

test('rule 9: an award that another device of the booth has just given is refused with its reason, and the pause shown at once', async ({
  page,
  people,
  phone,
}) => {
  const teamId = await foundTeam(await phone(), people, 'Pauza Za Dvoje')
  const other = await phone()
  // Else it hears of the award and closes its button.
  await withoutStream(other.context())
  await people.signIn(page, 'iva')
  await people.signIn(other, 'luka')
  await page.goto(`/qr/${teamId}`)
  await other.goto(`/qr/${teamId}`)
  await expect(other.getByRole('button', { name: /^Pobjeda/ })).toBeEnabled()
  await page.getByRole('button', { name: /^Pobjeda/ }).click()
  await expect(page.getByText('Upisano')).toBeVisible()
  await other.getByRole('button', { name: /^Pobjeda/ }).click()
  await expect(other.getByText('Odbijeno: Tim je te bodove već dobio. Pričekajte kraj pauze.')).toBeVisible()
  // Not only after the next reading: without a stream there are 15 s between two.
  await expect(other.getByRole('button', { name: /^Pobjeda/ })).toContainText('Pauza: još', { timeout: 4_000 })
})

test('an award to a team that no longer exists says so', async ({ page, people }) => {
  await people.signIn(page, 'iva')
  await page.goto('/qr/nema-tima')
  await expect(page.getByRole('heading', { name: 'Tim nije pronađen. Možda je raspušten.' })).toBeVisible()
})

test('fault 28: a device that blocks storage says that it can only award online, and awards online', async ({
  page,
  people,
  phone,
}) => {
  const captain = await phone()
  const teamId = await foundTeam(captain, people, 'Bez Spremanja')
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  })
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${teamId}`)
  await expect(page.getByText('Ovaj uređaj ne sprema dodjele, pa ih možete davati samo dok ste povezani.')).toBeVisible()
  await page.context().route(AWARD_CALLS, (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: /^Sudjelovanje/ }).click()
  await expect(page.getByText('Nije potvrđeno:', { exact: false })).toBeVisible()
  await expect(page.getByText('Čeka slanje')).toBeHidden()
  await page.context().unroute(AWARD_CALLS)
  await page.getByRole('button', { name: /^Sudjelovanje/ }).click()
  await expect(page.getByText('Upisano')).toBeVisible()
  await captain.reload()
  await expect(captain.getByRole('article').getByText('5 bodova', { exact: true })).toBeVisible()
})

test('fault 26: an award that no longer fits on the device is never called waiting', async ({ page, people, phone }) => {
  const teamId = await foundTeam(await phone(), people, 'Pun Uređaj')
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${teamId}`)
  await page.context().route(AWARD_CALLS, (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: /^Pobjeda/ }).click()
  await expect(page.getByText('Čeka slanje', { exact: true })).toHaveCount(1)
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.getByRole('button', { name: /^Sudjelovanje/ }).click()
  await expect(page.getByText('Nije potvrđeno:', { exact: false })).toBeVisible()
  // The earlier award is untouched.
  await expect(page.getByText('Čeka slanje', { exact: true })).toHaveCount(1)
})

test('a recorded award vibrates, and a refused one vibrates differently', async ({ page, people, phone }) => {
  const teamId = await foundTeam(await phone(), people, 'Opip')
  const other = await phone()
  // Else it hears of the other's award and closes its button.
  await withoutStream(page.context())
  await page.addInitScript(() => {
    const felt: number[][] = []
    Object.assign(window, { felt })
    navigator.vibrate = (pattern) => {
      felt.push(typeof pattern === 'number' ? [pattern] : [...pattern])
      return true
    }
  })
  const felt = () => page.evaluate(() => (window as unknown as { felt: number[][] }).felt.map((pattern) => pattern.length))
  await people.signIn(page, 'iva')
  await people.signIn(other, 'luka')
  await page.goto(`/qr/${teamId}`)
  await other.goto(`/qr/${teamId}`)
  await page.getByRole('button', { name: /^Sudjelovanje/ }).click()
  await expect(page.getByText('Upisano')).toBeVisible()
  await expect.poll(felt).toEqual([1])
  await other.getByRole('button', { name: /^Pobjeda/ }).click()
  await expect(other.getByText('Upisano')).toBeVisible()
  await page.getByRole('button', { name: /^Pobjeda/ }).click()
  await expect(page.getByText('Odbijeno:', { exact: false })).toBeVisible()
  await expect.poll(felt).toEqual([1, 3])
})
