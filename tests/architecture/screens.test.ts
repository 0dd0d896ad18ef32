import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import type { User } from '#contract/entities'
import { SCENE_OF_SCREEN } from '../screens/scene-of-screen'

for (const setting of ['__PRODUCT_NAME__', '__COMPANY_NAME__', '__PRIVACY_CONTACT__']) vi.stubGlobal(setting, setting)
const { createAppRouter } = await import('../../src/router')
const { parseReturnPath, pathAfterSignIn } = await import('../../src/session/paths')

const { routesById } = createAppRouter(new QueryClient(), {
  ready: Promise.resolve(),
  forget: () => Promise.resolve(),
})
const screens = Object.values(routesById)
  .filter(({ options, children }) => options.component !== undefined && children === undefined)
  .map(({ id, fullPath, options }) => ({ id, path: String(fullPath), title: options.staticData?.title }))

function user(vendor_id: string | null, organiser = false): User {
  const profile = { first_name: 'Ana', last_name: 'Anić', nickname: 'ana', email: 'ana@example.hr', mobile: '+385911234567' }
  return { id: 'u1', organiser, ...profile, vendor_id, vendor: null, team: null, pending_team: null }
}

test('the route tree has screens', () => {
  expect(screens.map(({ path }) => path)).toContain('/player')
})

describe.each(screens)('the screen $path', ({ id, path, title }) => {
  test('has a title; the landing page keeps that of index.html', () => {
    expect(title, 'staticData.title in src/router.ts').toBeTypeOf(path === '/' ? 'undefined' : 'string')
  })

  test('is opened after sign-in if it requires one, else not', () => {
    const opened = path.replaceAll(/\$\w+/g, 'abc-1')
    if (!/^\/(signed-in(-organiser)?|auth\/t)\//.test(id)) {
      expect(parseReturnPath(opened)).toBeNull()
      return
    }
    const paths = [user(null), user('arkade'), user(null, true)].map((who) => pathAfterSignIn(who, opened))
    expect(paths, 'OPEN_TO in src/session/paths.ts').toContain(opened)
  })

  test('has a scene', () => {
    expect(SCENE_OF_SCREEN[path], 'tests/screens/scene-of-screen.ts').toBeTypeOf('string')
  })
})

test('no scene is listed for a screen that does not exist', () => {
  const paths = screens.map(({ path }) => path)
  expect(Object.keys(SCENE_OF_SCREEN).filter((path) => !paths.includes(path))).toEqual([])
})
