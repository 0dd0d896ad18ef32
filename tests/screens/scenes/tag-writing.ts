import type { Page } from '@playwright/test'
import { changeAnswers } from '../../e2e/support/answers'
import { faults } from '../../e2e/support/faults'
import { giveStickers } from '../../e2e/support/nfc-phone'
import { type Scene, type Stage, scene } from '../scene'

type Stickers = Awaited<ReturnType<typeof giveStickers>>

const TAGS: readonly string[] = ['tim-0001', 'tim-brzi', 'arkade-01']

/** The same tags for every scene, none of them written yet. */
async function fewTags(page: Page): Promise<void> {
  let known: ReadonlySet<string> | null = null
  await changeAnswers(page, 'listTags', ({ tags }) => {
    const ours = tags.filter(({ nfc_id }) => TAGS.includes(nfc_id))
    // Tags written before this scene began were written by another scene.
    known ??= new Set(ours.filter(({ written_at }) => written_at !== null).map(({ nfc_id }) => nfc_id))
    return { tags: ours.map((tag) => (known?.has(tag.nfc_id) ? { ...tag, written_at: null } : tag)) }
  })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

function ready(name: string, reach: (stage: Stage, nfc: Stickers) => Promise<void> = async () => undefined): Scene {
  return scene(`tags-${name}`, 'staff', async (stage) => {
    const nfc = await giveStickers(stage.page)
    await fewTags(stage.page)
    await stage.page.goto('/vendor/oznake')
    await heading(stage.page, 'Prislonite poleđinu mobitela na oznaku.').waitFor()
    await reach(stage, nfc)
  })
}

/** The screens for writing tags. */
export const tagWritingScenes: readonly Scene[] = [
  scene('tags-no-web-nfc', 'staff', async ({ page }) => {
    await fewTags(page)
    await page.goto('/vendor/oznake')
    await heading(page, 'Ovaj preglednik ne može pisati NFC oznake.').waitFor()
  }),
  ready('ready'),
  ready('written', async ({ page }, nfc) => {
    await nfc.touch('prva')
    await page.getByRole('region', { name: 'Zapisano i provjereno' }).getByText('Spremljeno').waitFor()
  }),
  ready('wait-to-be-saved', async ({ page, network }, nfc) => {
    network.inject(faults.cutBefore, { call: 'markTagWritten' })
    await nfc.touch('prva')
    await heading(page, '1 oznaka čeka spremanje').waitFor()
  }),
  ready('not-empty', async ({ page }, nfc) => {
    await nfc.touch('tuđa', 'https://example.org/jelovnik')
    await heading(page, 'Oznaka nije prazna.').waitFor()
  }),
  ready('replace', async ({ page }, nfc) => {
    await nfc.touch('tuđa', 'https://example.org/jelovnik')
    await nfc.takeAway()
    await page.getByRole('button', { name: 'Zamijeni sadržaj' }).click()
    await page.getByRole('alertdialog').waitFor()
  }),
  scene('tags-nfc-off', 'staff', async ({ page }) => {
    await giveStickers(page, { permission: 'prompt', hardware: 'off' })
    await fewTags(page)
    await page.goto('/vendor/oznake')
    await page.getByRole('button', { name: 'Započni' }).click()
    await heading(page, 'NFC je isključen.').waitFor()
  }),
]
