import { defineConfig } from 'vitest/config'

/** The tests that mutants of the rules, the outbox and the ledger must not survive (`npm run mutation`). */
export default defineConfig({
  test: {
    include: [
      'tests/{rules,offline}/**/*.test.ts',
      'tests/server/{ledger,score-projection,void-award,award,award-many,batches,team,arrival-orders}.test.ts',
      'tests/cli/verify.test.ts',
    ],
    environment: 'node',
    globalSetup: ['tests/support/engines.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
