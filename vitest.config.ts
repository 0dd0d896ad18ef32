import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { currentPace } from './scripts/machine.ts'

const { workers, patience } = currentPace()

/** Begun last, each of these would leave one worker at it while the others have ended; Vitest goes by the size of a file. */
const LONGEST =
  /(schedules.\w+|silent-database|two-servers|announcements|rehearse|backup|busy-database|live|permissions)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = ({ moduleId }: TestSpecification) => Number(!LONGEST.test(moduleId))
    return (await super.sort(files)).toSorted((one, other) => rest(one) - rest(other))
  }
}

/** Of every project: those with other numbers of workers would wait for each other, and while server tests wait, others can work. */
const COMMON = {
  environment: 'node',
  maxWorkers: workers,
  setupFiles: ['tests/support/fixed-seed.ts'],
  // Many times what the slowest takes on quiet cores: other work may keep them busy.
  testTimeout: 120_000 * patience,
  hookTimeout: 60_000 * patience,
  expect: { poll: { timeout: 20_000 * patience, interval: 20 } },
}

/** These set the server's clock or the event's zone, which the next file would begin with. */
const WITH_STATE = ['tests/lib/clock-time.test.ts', 'tests/ui/{remaining-cooldown,story}.test.ts']

const PROJECTS = [
  {
    test: {
      ...COMMON,
      name: 'rules',
      include: [
        'tests/{architecture,scripts,scan,tag-writing,rules,contract,texts,lib,ui,install}/**/*.test.ts',
      ],
      exclude: WITH_STATE,
      // Nothing that they load has a state: loading it anew for each file would take most of the time.
      isolate: false,
    },
  },
  {
    test: {
      ...COMMON,
      name: 'device',
      include: [
        'tests/{live,offline,organiser,pwa,session,setup,scanner,sw}/**/*.test.ts',
        ...WITH_STATE,
      ],
      // A process for each file would cost as much as its tests.
      isolate: false,
      setupFiles: [...COMMON.setupFiles, 'tests/support/fresh-device.ts'],
      // So that its databases are new, too.
      server: { deps: { inline: ['fake-indexeddb'] } },
    },
  },
  {
    test: {
      ...COMMON,
      name: 'schedules',
      include: ['tests/schedules/**/*.test.ts'],
      globalSetup: ['tests/support/engines.ts'],
    },
  },
  {
    test: {
      ...COMMON,
      name: 'server',
      include: ['tests/{server,cli,deploy}/**/*.test.ts'],
      // Each file has databases of its own, so modules may be shared.
      isolate: false,
      globalSetup: ['tests/support/engines.ts', 'tests/support/server-bundle.ts'],
    },
  },
]

/** The tests that mutants of the rules, the outbox and the ledger must not survive (`npm run mutation`). */
const FOR_MUTANTS = {
  test: {
    name: 'mutation',
    include: [
      'tests/{rules,offline}/**/*.test.ts',
      'tests/server/{ledger,score-projection,award,award-many,batches,team,races-awards}.test.ts',
      'tests/cli/verify.test.ts',
    ],
    environment: 'node',
    globalSetup: ['tests/support/engines.ts'],
    testTimeout: 30_000 * patience,
    hookTimeout: 60_000 * patience,
  },
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Stryker runs every project that it finds.
    projects: process.env.STRYKER_MUTATOR_WORKER === undefined ? PROJECTS : [FOR_MUTANTS],
  },
})
