import { csvText } from '#rules/csv'
import { type Scene, type Stage, scene } from '../scene'

const PLAYERS = [
  ['Ime', 'Prezime', 'E-mail', 'Mobitel', 'Nadimak'],
  ['Željka', 'Horvat-Žigrović', 'zeljka@example.hr', '0918887001', 'željka'],
  ['Bartol', 'Šimunović', 'bartol@example.hr', '091 888 7002', ''],
  ['Čedomir', 'Đaković', 'cedomir', '123', 'željka'],
  ['Ante', 'Ančić', 'ante@example.hr', '0918887001', 'ante'],
]

async function openEvent({ page }: Stage, change: (event: { settings: object; vendors: { staff: unknown[] }[] }) => unknown) {
  await page.goto('/organizator/priprema?dio=datoteka')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Spremi datoteku' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await saving).createReadStream()) chunks.push(Buffer.from(chunk))
  const event = change(JSON.parse(Buffer.concat(chunks).toString()))
  const buffer = Buffer.from(JSON.stringify(event))
  await page.locator('input[type=file][accept*=json]').setInputFiles({ name: 'event.json', mimeType: 'application/json', buffer })
}

/** Import and export in Priprema. */
export const importScenes: readonly Scene[] = [
  scene('setup-players', 'organiser', async ({ page }) => {
    await page.goto('/organizator/priprema?dio=igraci')
    await page.getByRole('heading', { name: 'Igrači iz tablice' }).waitFor()
  }),
  scene('setup-players-checked', 'organiser', async ({ page }) => {
    await page.goto('/organizator/priprema?dio=igraci')
    const buffer = Buffer.from(csvText(PLAYERS, ';'))
    await page.locator('input[type=file]').setInputFiles({ name: 'prijave za subotu.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Provjeri popis' }).click()
    await page.getByText('Spremno').waitFor()
  }),
  scene('setup-file-changes', 'organiser', async (stage) => {
    await openEvent(stage, (event) => ({
      settings: { ...event.settings, team_max_members: 5 },
      vendors: event.vendors.map((booth, at) =>
        at === 0 ? { ...booth, location: 'Hala C', staff: booth.staff.slice(1) } : booth,
      ),
    }))
    await stage.page.getByRole('button', { name: 'Primijeni' }).waitFor()
  }),
]
