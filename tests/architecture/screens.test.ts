import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { createAppRouter } from '../../src/router'
import { parseReturnPath, pathAfterSignIn } from '../../src/session/paths'
import { userOf } from '../support/entities'

const { routesById } = createAppRouter(new QueryClient(), {
  ready: Promise.resolve(),
  forget: () => Promise.resolve(),
})
const screens = Object.values(routesById)
  .filter(({ options, children }) => options.component !== undefined && children === undefined)
  .map(({ id, fullPath, options }) => ({
    id,
    path: String(fullPath),
    title: options.staticData?.title,
  }))

/** The name of one state of each screen, which a journey checks, by the screen's path. */
const STATE_OF: Readonly<Record<string, string>> = {
  '/': 'landing',
  '/auth/login': 'sign-in',
  '/auth/register': 'register',
  '/l': 'link-used',
  '/t/$team': 'invitation-expired',
  '/uvijeti': 'terms',
  '/pristupacnost': 'accessibility',
  '/poredak': 'public-ranking',
  '/player': 'card-no-team',
  '/player/standovi': 'place-booths',
  '/player/poredak': 'place-ranking',
  '/player/tim': 'place-team',
  '/vendor': 'place-board',
  '/vendor/dodjele': 'awards-of-booth',
  '/vendor/poredak': 'ranking-of-staff',
  '/vendor/oznake': 'place-tags',
  '/organizator': 'organiser-odd',
  '/organizator/priprema': 'setup',
  '/organizator/prvi': 'first-organiser',
  '/qr/$qrSlug': 'award-ready',
  '/s/$scanSlug': 'scan-closed',
}

const CHECKED =
  /\b(?:expectUsable|expectGoodOnPhoneAndDesktop|expectGoodAtEachWidth|checkState)\([^,()]+, '([^']+)'/g
const journeys = readdirSync('tests/e2e', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.spec.ts'))
  .map((file) => readFileSync(join('tests/e2e', file), 'utf8'))
const states = journeys.flatMap((text) => [...text.matchAll(CHECKED)].map(([, name]) => name))

test('the route tree has screens', () => {
  expect(screens.map(({ path }) => path)).toContain('/player')
})

describe.each(screens)('the screen $path', ({ id, path, title }) => {
  test('has a title; the landing page keeps the title of index.html', () => {
    expect(title, 'staticData.title in src/routes.ts').toBeTypeOf(
      path === '/' ? 'undefined' : 'string',
    )
  })

  test('is opened again after the sign-in, if it requires a sign-in', () => {
    const opened = path.replaceAll(/\$\w+/g, 'abc-1')
    if (!/^\/(signed-in(-organiser)?|auth\/t)\//.test(id)) {
      expect(parseReturnPath(opened)).toBeNull()
      return
    }
    const users = [userOf(), userOf({ vendor_id: 'arkade' }), userOf({ organiser: true })]
    const paths = users.map((who) => pathAfterSignIn(who, opened))
    expect(paths, 'OPEN_TO in src/session/paths.ts').toContain(opened)
  })

  test('is checked by a journey', () => {
    expect(journeys.join(), 'its name in STATE_OF').toContain(`'${STATE_OF[path]}'`)
  })
})

test('no state is listed for a screen that does not exist, and no two states share a name', () => {
  const paths = screens.map(({ path }) => path)
  expect(Object.keys(STATE_OF).filter((path) => !paths.includes(path))).toEqual([])
  expect(states.filter((name, at) => states.indexOf(name) !== at)).toEqual([])
})

test('code that a guard or a screen loads goes through screenModule, so that the app can explain a failure', () => {
  const routes = readFileSync('src/routes.ts', 'utf8')
  const bare = routes.match(/await import\(|\(await import|lazyRouteComponent\(\(\) => import/g)
  expect(bare).toBeNull()
})
