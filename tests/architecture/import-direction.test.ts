import { expect, test } from 'vitest'
import { allWrongImports, wrongImports } from './import-direction'

test('each layer imports only from layers before it: contract and rules, texts, api and ui, session, features, page', () => {
  expect(allWrongImports()).toEqual([])
})

test.each([
  ['rules/award.ts', "import { calls } from '#contract/calls'"],
  ['contract/calls.ts', "import { errorTexts } from '#texts/errors'"],
  ['src/features/team/card-page.tsx', "import { useAwards } from '../../booth/use-awards'"],
  ['src/session/guards.ts', "const page = import('../features/team/card/card-page')"],
  ['src/session/guards.ts', "import { calls } from '#contract/calls'"],
  ['src/features/team/card-page.tsx', "import { freeze } from '#contract/calls/organiser'"],
  ['server/app.ts', "import { Button } from '../src/ui/button'"],
  ['rehearsal/play.ts', "import { confirm } from '#cli/command'"],
])('%s may not contain %s', (importer, source) => {
  expect(wrongImports(importer, source)).toHaveLength(1)
})
