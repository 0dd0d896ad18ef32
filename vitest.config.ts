import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { currentPace } from './scripts/machine.ts'

const { workers, patience } = currentPace()

/**
 * The longest test files, which start first: if one started last, a single worker would run it
 * while all other workers have ended. By itself Vitest starts with the largest files.
 */
const LONGEST =
  /(schedules.\w+|silent-database|two-servers|announcements|rehearse|backup|busy-database|live|permissions)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = ({ moduleId }: TestSpecification) => Number(!LONGEST.test(moduleId))
    return (await super.sort(files)).toSorted((one, other) => rest(one) - rest(other))
  }
}

/**
 * Options of every project. All have the same number of workers, because projects with different
 * numbers would run one after another; together, other tests can use the time in which server tests
 * wait.
 */
const COMMON = {
  environment: 'node',
  maxWorkers: workers,
  setupFiles: ['tests/support/fixed-seed.ts'],
  // Many times as long as the slowest test takes on idle cores, because other load may keep them
  // busy.
  testTimeout: 120_000 * patience,
  hookTimeout: 60_000 * patience,
  expect: { poll: { timeout: 20_000 * patience, interval: 20 } },
}

/**
 * Test files that set the server's clock or the event's zone. They run in the project `device`,
 * which gives each file fresh modules, because otherwise the next file would begin with that clock
 * or zone.
 */
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
      // These files load only modules without state; loading those anew for each file would take
      // most of the time.
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
      // Starting a process for each file would take as long as its tests.
      isolate: false,
      setupFiles: [...COMMON.setupFiles, 'tests/support/fresh-device.ts'],
      // Inline this module, so that it is reset with the others, and its databases are new.
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
      // Files may share modules, because each file has separate databases.
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
    // Stryker would run every project that it finds.
    projects: process.env.STRYKER_MUTATOR_WORKER === undefined ? PROJECTS : [FOR_MUTANTS],
  },
})
