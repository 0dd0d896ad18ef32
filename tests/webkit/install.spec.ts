import { expect, test } from './support/journey'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

test('an iPhone is told the three steps of an installation, and that the installed app has its own sign-in', async ({
  iphone,
}) => {
  const phone = await iphone(`--user-agent=${IPHONE}`)
  await phone.signIn('iva')
  // What only Apple's own builds of this engine have.
  await phone.run(() => {
    Object.defineProperty(Navigator.prototype, 'standalone', { get: () => false })
    Object.defineProperty(Navigator.prototype, 'maxTouchPoints', { get: () => 5 })
  })
  await phone.press('Račun')
  await phone.press('Instaliraj aplikaciju')
  await expect.poll(() => phone.text('dialog[open]')).toContain('Instalacija aplikacije')
  const steps = await phone.text('dialog[open]')
  expect(steps).toContain('Dodirnite „Dijeli”')
  expect(steps).toContain('„Dodaj na početni zaslon”')
  expect(steps).toContain('Instalirana aplikacija ima vlastitu prijavu')
  const box = await phone.run(() => document.querySelector('dialog[open] > *')?.getBoundingClientRect().width ?? 0)
  expect(box).toBeLessThanOrEqual(375)
})
