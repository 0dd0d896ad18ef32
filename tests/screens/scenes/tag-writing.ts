import type { Page } from '@playwright/test'
import { changeAnswers } from '../../e2e/support/answers'
import { faults } from '../../e2e/support/faults'
import { giveStickers, type NfcPhoneOptions } from '../../e2e/support/nfc-phone'
import { type Scene, type Stage, scene } from '../scene'

type Stickers = Awaited<ReturnType<typeof giveStickers>>

const TAGS = ['tim-0001', 'tim-brzi', 'arkade-01'] as const

/** The same tags for every scene, none of them written yet. */
async function fewTags(page: Page, count: number): Promise<void> {
  const few: readonly string[] = TAGS.slice(0, count)
  let known: ReadonlySet<string> | null = null
  await changeAnswers(page, 'listTags', ({ tags }) => {
    const ours = tags.filter(({ nfc_id }) => few.includes(nfc_id))
    // Tags written before this scene began were written by another scene.
    known ??= new Set(ours.filter(({ written_at }) => written_at !== null).map(({ nfc_id }) => nfc_id))
    return { tags: ours.map((tag) => (known?.has(tag.nfc_id) ? { ...tag, written_at: null } : tag)) }
  })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

function writing(
  name: string,
  { tags = 3, ...options }: Partial<NfcPhoneOptions> & { readonly tags?: number },
  reach: (stage: Stage, nfc: Stickers) => Promise<void>,
): Scene {
  return scene(`tags-${name}`, 'staff', async (stage) => {
    const nfc = await giveStickers(stage.page, options)
    await fewTags(stage.page, tags)
    await stage.page.goto('/vendor/oznake')
    await reach(stage, nfc)
  })
}

function ready(name: string, tags: number, reach: (stage: Stage, nfc: Stickers) => Promise<void>): Scene {
  return writing(name, { tags }, async (stage, nfc) => {
    await heading(stage.page, 'Prislonite poleđinu mobitela na oznaku.').waitFor()
    await reach(stage, nfc)
  })
}

function blocked(name: string, options: Partial<NfcPhoneOptions>, title: string): Scene {
  return writing(name, { permission: 'prompt', ...options }, async ({ page }) => {
    await page.getByRole('button', { name: 'Započni' }).click()
    await heading(page, title).waitFor()
  })
}

/** The screens for writing tags. */
export const tagWritingScenes: readonly Scene[] = [
  scene('tags-no-web-nfc', 'staff', async ({ page }) => {
    await fewTags(page, 3)
    await page.goto('/vendor/oznake')
    await heading(page, 'Ovaj preglednik ne može pisati NFC oznake.').waitFor()
  }),
  writing('none', { tags: 0 }, async ({ page }) => await page.getByText('Nema oznaka za pisanje').waitFor()),
  writing('begin', { permission: 'prompt' }, async ({ page }) => await page.getByRole('button', { name: 'Započni' }).waitFor()),
  ready('ready', 3, async () => undefined),
  ready('written', 3, async ({ page }, nfc) => {
    await nfc.touch('prva')
    await page.getByRole('region', { name: 'Zapisano i provjereno' }).getByText('Spremljeno').waitFor()
  }),
  ready('all-written', 1, async ({ page }, nfc) => {
    await nfc.touch('prva')
    await heading(page, 'Sve su oznake zapisane.').waitFor()
  }),
  ready('wait-to-be-saved', 3, async ({ page, network }, nfc) => {
    network.inject(faults.cutBefore, { call: 'markTagWritten' })
    await nfc.touch('prva')
    await heading(page, '1 oznaka čeka spremanje').waitFor()
  }),
  ready('written-before', 3, async ({ page, game }, nfc) => {
    await nfc.touch('timska', `${game.url}/s/tim-osnivanje`)
    await heading(page, 'Ova je oznaka već zapisana.').waitFor()
  }),
  ready('not-empty', 3, async ({ page }, nfc) => {
    await nfc.touch('tuđa', 'https://example.org/jelovnik')
    await heading(page, 'Oznaka nije prazna.').waitFor()
  }),
  ready('replace', 3, async ({ page }, nfc) => {
    await nfc.touch('tuđa', 'https://example.org/jelovnik')
    await nfc.takeAway()
    await page.getByRole('button', { name: 'Zamijeni sadržaj' }).click()
    await page.getByRole('alertdialog').waitFor()
  }),
  ready('left-too-early', 3, async ({ page }, nfc) => {
    await nfc.nextFault('NetworkError')
    await nfc.touch('prva')
    await heading(page, 'Zapisivanje nije dovršeno.').waitFor()
  }),
  blocked('nfc-refused', { answer: 'denied' }, 'Pristup NFC-u je odbijen.'),
  blocked('nfc-off', { hardware: 'off' }, 'NFC je isključen.'),
]
