import { expect, test } from 'vitest'
import { allWrongImports, wrongImports } from './import-direction'

test('imports point one way: contract, rules ← texts ← api, ui ← session ← features ← page; the server knows no screen and no command', () => {
  expect(allWrongImports()).toEqual([])
})

test.each([
  ['rules/award.ts', "import { calls } from '#contract/calls'"],
  ['contract/calls.ts', "import { errorTexts } from '#texts/errors'"],
  ['src/ui/button.tsx', "import { query } from '../api/calls'"],
  ['src/features/team/card-page.tsx', "import { useAwards } from '../../booth/use-awards'"],
  ['src/session/guards.ts', "const page = import('../features/team/card/card-page')"],
  ['src/session/guards.ts', "import { calls } from '#contract/calls'"],
  ['src/features/team/card-page.tsx', "import { freeze } from '#contract/calls/organiser'"],
  ['server/app.ts', "import { Button } from '../src/ui/button'"],
  ['texts/time.ts', "import { formatDuration } from '#lib/duration'"],
  ['server/main.ts', "import { createProgram } from '#cli/program'"],
  ['cli/program.ts', "import { createOutbox } from '../src/offline/outbox'"],
  ['rehearsal/play.ts', "import { confirm } from '#cli/command'"],
])('%s may not contain %s', (importer, source) => {
  expect(wrongImports(importer, source)).toHaveLength(1)
})
