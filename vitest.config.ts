import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { currentPace } from './scripts/machine.ts'

const { busyWorkers, serverWorkers, patience } = currentPace()

/** Begun last, each of these would leave one worker at it while the others have ended; Vitest goes by the size of a file. */
const LONGEST = /(silent-database|two-servers|announcements|rehearse|backup|busy-database|live|permissions)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = ({ moduleId }: TestSpecification) => Number(!LONGEST.test(moduleId))
    return (await super.sort(files)).toSorted((one, other) => rest(one) - rest(other))
  }
}

const PROJECTS = [
  {
    test: {
      name: 'rules',
      include: [
        'tests/{architecture,scripts,live,offline,session,setup,scan,scanner,tag-writing,rules,contract,texts,lib,ui,install,sw}/**/*.test.ts',
      ],
      environment: 'node',
      setupFiles: ['tests/support/fixed-seed.ts'],
      maxWorkers: busyWorkers,
      // Property tests take seconds on a busy machine.
      testTimeout: 20_000 * patience,
    },
  },
  {
    test: {
      name: 'schedules',
      include: ['tests/schedules/**/*.test.ts'],
      environment: 'node',
      globalSetup: ['tests/support/engines.ts'],
      maxWorkers: busyWorkers,
    },
  },
  {
    test: {
      name: 'server',
      include: ['tests/{server,cli,deploy}/**/*.test.ts'],
      environment: 'node',
      setupFiles: ['tests/support/fixed-seed.ts'],
      // Each file has databases of its own, so modules may be shared: reloading them would double the time.
      isolate: false,
      // Server tests wait for clocks and sockets.
      maxWorkers: serverWorkers,
      // Projects with different numbers of workers run one after the other.
      sequence: { groupOrder: 1 },
      globalSetup: ['tests/support/engines.ts', 'tests/support/server-bundle.ts'],
      // Many times what the slowest takes on quiet cores: other work may keep them busy.
      testTimeout: 120_000 * patience,
      hookTimeout: 60_000 * patience,
      // Below the 15 s after which pages read again without news.
      expect: { poll: { timeout: 10_000, interval: 20 } },
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
