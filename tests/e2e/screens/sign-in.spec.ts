import { expect, test } from '../support/journey'

const linkIn = (sms: string) => /http\S+/.exec(sms)?.[0] ?? ''

test.describe('a link from an SMS', () => {
  test('is not used up by a preview, signs in automatically, and its token is removed from the address bar and history', async ({
    page,
    people,
    game,
    phone,
  }) => {
    const ana = await people.signUp(await phone(), 'ana')
    await page.goto('/auth/login')
    await people.askForCode(page, ana.mobile)
    const link = linkIn(game.lastSms(ana.mobile))
    expect((await fetch(link)).status).toBe(200)

    await page.goto(link)
    await expect(page).toHaveURL('/player')
    await expect(page.getByText('Dobrodošli, Ana.')).toBeVisible()
    await page.goBack()
    await expect(page).not.toHaveURL(/\/l\/./)
    await page.goForward()
    expect(page.url()).not.toContain('/l/')
  })

  test('that was used says so and leads to the sign-in', async ({ page, people, game, phone }) => {
    const ana = await people.signUp(await phone(), 'ana')
    await page.goto(linkIn(game.lastSms(ana.mobile)))
    await expect(page.getByRole('heading', { name: 'Link je već iskorišten ili je istekao.' })).toBeVisible()
    await page.getByRole('link', { name: 'Prijava' }).click()
    await expect(page).toHaveURL('/auth/login')
  })

  test('asks first if somebody else is signed in', async ({ page, people, game }) => {
    await people.signUp(page, 'ana')
    const link = /http\S+/.exec(game.event('login-link', 'luka'))?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByText('Na ovom ste uređaju već prijavljeni kao Ana Anić.', { exact: false })).toBeVisible()
    await page.getByRole('link', { name: 'Ostani u svom računu' }).click()
    await expect(page).toHaveURL('/player')

    await page.goto(link)
    await page.getByRole('button', { name: 'Prijavi se drugim računom' }).click()
    await expect(page).toHaveURL('/vendor')
    await expect(page.getByText('Dobrodošli, Luka.')).toBeVisible()
  })
})

test('abuse 3: a code is sent once, a wrong one is refused with the tries that are left, and the right one signs in', async ({
  page,
  people,
  phone,
}) => {
  const ana = await people.signUp(await phone(), 'ana')
  await page.goto('/auth/login')
  const code = await people.askForCode(page, ana.mobile)
  const sent: string[] = []
  page.on('request', (request) => {
    const mtp = new URLSearchParams(request.postData() ?? '').get('mtp')
    if (mtp !== null) sent.push(mtp)
  })
  const wrong = code === '000000' ? '000001' : '000000'
  const field = page.getByLabel('Kod iz SMS-a')
  await field.fill(wrong)
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert')
  await expect(alert.filter({ hasText: 'Kod nije ispravan. Imate još 4 pokušaja.' })).toBeVisible()
  await page.getByRole('button', { name: 'Prijavi me' }).click()
  await expect(field).toBeFocused()
  await field.fill(code.slice(0, 5))
  await page.getByRole('button', { name: 'Prijavi me' }).click()
  await expect(alert.filter({ hasText: 'Upišite kod iz SMS-a.' })).toBeVisible()
  await field.fill(code)
  await expect(page).toHaveURL('/player')
})

test('registration shows each error at its field, and goes to the first', async ({ page, people, phone }) => {
  const taken = await people.signUp(await phone(), 'ana')
  await page.goto('/auth/register')
  await page.getByRole('button', { name: 'Registriraj me' }).click()
  for (const fault of [
    'Upišite ime.',
    'Upišite prezime.',
    'Upišite ispravnu e-mail adresu.',
    'Upišite nadimak od 2 do 24 znaka.',
  ]) {
    await expect(page.getByText(fault)).toBeVisible()
  }
  // The focus reads out the first one; five alerts at once would say nothing.
  await expect(page.getByLabel('Ime', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Ime', { exact: true })).toHaveAccessibleDescription('Upišite ime.')
  await expect(page.getByRole('alert').filter({ hasText: 'Upišite' })).toHaveCount(0)
  const fresh = people.newProfile('nova')
  await page.getByLabel('Ime', { exact: true }).fill('Nova')
  await page.getByLabel('Prezime').fill('Novak')
  await page.getByLabel('E-mail').fill(fresh.email)
  await page.getByLabel('Broj mobitela').fill(fresh.mobile)
  await page.getByLabel('Nadimak').fill(taken.nickname.toUpperCase())
  await page.getByRole('button', { name: 'Registriraj me' }).click()
  await expect(page.getByText('Taj je nadimak zauzet.')).toBeVisible()
  await page.getByLabel('Nadimak').fill(fresh.nickname)
  await expect(page.getByText('Taj je nadimak zauzet.')).toBeHidden()
  await page.getByRole('button', { name: 'Registriraj me' }).click()
  await expect(page.getByText('Račun je otvoren. Poslali smo SMS s kodom i linkom.')).toBeVisible()
})

test('registering an existing account offers a code for it', async ({ page, people, game, phone }) => {
  const taken = await people.signUp(await phone(), 'ana')
  const fresh = people.newProfile('nova')
  await page.goto('/auth/register')
  await page.getByLabel('Ime', { exact: true }).fill('Ana')
  await page.getByLabel('Prezime').fill('Anić')
  await page.getByLabel('E-mail').fill(fresh.email)
  await page.getByLabel('Broj mobitela').fill(taken.mobile)
  await page.getByLabel('Nadimak').fill(fresh.nickname)
  await page.getByRole('button', { name: 'Registriraj me' }).click()
  await page.getByRole('button', { name: `Pošalji kod za ${taken.mobile}` }).click()
  await expect(page.getByText('Ako je račun pronađen, poslali smo SMS s kodom i linkom.')).toBeVisible()
  await page.getByLabel('Kod iz SMS-a').fill(/#(\d{6})$/.exec(game.lastSms(taken.mobile))?.[1] ?? '')
  await expect(page).toHaveURL('/player')
})

test.describe('guards', () => {
  test('a visitor signs in first and then reaches the page they wanted', async ({ page, people, phone }) => {
    const ana = await people.signUp(await phone(), 'ana')
    await page.goto('/player?team=neki-tim')
    await expect(page).toHaveURL(/\/auth\/login\?redirect=/)
    await page.getByLabel('Kod iz SMS-a').fill(await people.askForCode(page, ana.mobile))
    await expect(page).toHaveURL('/player?team=neki-tim')
  })

  test('a return path on another origin is ignored', async ({ page, people, phone }) => {
    const ana = await people.signUp(await phone(), 'ana')
    await page.goto('/auth/login?redirect=%2F%2Fevil.example%2Fplayer')
    await page.getByLabel('Kod iz SMS-a').fill(await people.askForCode(page, ana.mobile))
    await expect(page).toHaveURL('/player')
  })

  test('each role is redirected to its own area, and unknown paths to the start page', async ({ page, people, phone }) => {
    await people.signUp(page, 'ana')
    for (const path of ['/vendor', '/', '/auth/login', '/nema-me', '/login']) {
      await page.goto(path)
      await expect(page).toHaveURL('/player')
    }
    const booth = await phone()
    await people.signIn(booth, 'iva')
    for (const path of ['/player', '/', '/auth/register', '/nema/me']) {
      await booth.goto(path)
      await expect(booth).toHaveURL('/vendor')
    }
  })

  test("a player who opens a team's QR code can ask to join the team", async ({ page, people, phone }) => {
    const captain = await phone()
    await people.signUp(captain, 'kapetan')
    await captain.goto('/player')
    await captain.getByRole('textbox', { name: 'Naziv tima' }).first().fill('Crvene Sove')
    await captain.getByRole('button', { name: 'Osnuj tim' }).click()
    await expect(captain.getByRole('heading', { name: 'Crvene Sove' })).toBeVisible()
    const teamId = await captain.evaluate(async () => {
      const query = new URLSearchParams({ fingerprint: crypto.randomUUID(), action: 'login' })
      const answer = (await (await fetch(`/api?${query}`, { method: 'POST' })).json()) as { user: { team: { team_id: string } } }
      return answer.user.team.team_id
    })

    await people.signUp(page, 'ana')
    await page.goto(`/qr/${teamId}`)
    await expect(page.getByText('Skenirali ste QR kod ovog tima')).toBeVisible()
    await page.getByRole('button', { name: 'Pošalji zahtjev timu Crvene Sove' }).first().click()
    await expect(page.getByText('Zahtjev je poslan. Čeka se odluka kapetana.')).toBeVisible()
    await page.getByRole('button', { name: 'Povuci zahtjev' }).click()
    await expect(page.getByText('Zahtjev je povučen.')).toBeVisible()
  })

  test('an unreachable server signs nobody out', async ({ page, people }) => {
    await people.signUp(page, 'ana')
    await page.route('**/api?**', (route) => route.abort())
    await page.goto('/player')
    await expect(page.getByRole('heading', { name: 'Niste povezani' })).toBeVisible()
    await page.unroute('**/api?**')
    await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
    await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  })
})

test('signing out ends the session', async ({ page, people }) => {
  await people.signUp(page, 'ana')
  await page.goto('/player')
  await page.getByRole('button', { name: 'Račun: Ana Anić' }).click()
  await page.getByRole('menuitem', { name: 'Odjava' }).click()
  await expect(page.getByText('Uspješno ste odjavljeni.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/player')
  await expect(page).toHaveURL(/\/auth\/login/)
})
