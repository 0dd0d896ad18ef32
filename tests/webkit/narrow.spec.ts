import { expect, test } from './support/journey'

const PUBLIC = ['/', '/auth/login', '/auth/register', '/poredak', '/uvijeti']
const STAFF = ['/vendor', '/vendor/dodjele', '/vendor/poredak', '/vendor/oznake']

// The themes differ only in their colours.
test('every screen fits a phone of 375 × 667', async ({ iphone }) => {
  const phone = await iphone()
  async function expectToFit(path: string): Promise<void> {
    await phone.open(path)
    await expect.poll(() => phone.text('h1'), path).not.toBe('')
    expect(await phone.run(() => [window.innerWidth, document.documentElement.scrollWidth]), path).toEqual([375, 375])
  }
  for (const path of PUBLIC) await expectToFit(path)
  await phone.signIn('iva')
  for (const path of STAFF) await expectToFit(path)
})
