import { expect, test } from 'vitest'
import { describeFailures, type FailedTest, failedTests } from '../../scripts/failed-tests'

const failed = (title: string, trace: string | null = null): FailedTest => ({
  title,
  reason: 'Error: expected 1, received 2',
  place: 'tests/e2e/faults/tabs.spec.ts:12',
  trace,
})

test('a red run ends with at most ten lines that name each failed test and how to run it alone', () => {
  const trace = 'test-results/tabs/trace.zip'
  expect(describeFailures('test:e2e', [failed('fault 7: two tabs send once', trace)])).toEqual([
    'npm run test:e2e failed; its whole output is above.',
    '✘ fault 7: two tabs send once',
    '  Error: expected 1, received 2',
    '  alone: npm run test:e2e -- tests/e2e/faults/tabs.spec.ts:12 --trace on',
    '  trace: npx playwright show-trace test-results/tabs/trace.zip',
  ])
  const many = describeFailures(
    'test:unit -- --project server',
    Array.from({ length: 9 }, () => failed('long '.repeat(100), trace)),
  )
  expect(many).toHaveLength(10)
  expect(many.at(-1)).toBe('and 7 more.')
  expect(Math.max(...many.map((line) => line.length))).toBeLessThanOrEqual(200)
  expect(describeFailures('types', [])).toEqual([
    'npm run types failed; its whole output is above.',
    'alone: npm run types',
  ])
})

test('failures are read from the reports of Vitest and of Playwright', () => {
  const [unit] = failedTests(
    {
      testResults: [
        {
          name: '/repository/tests/rules/award.test.ts',
          status: 'failed',
          assertionResults: [
            { title: 'rule 8: a sum', status: 'passed', failureMessages: [] },
            {
              title: 'rule 9: a cooldown',
              status: 'failed',
              failureMessages: ['Error: late\n    at x'],
              location: { line: 7 },
            },
          ],
        },
      ],
    },
    '/repository',
  )
  expect(unit).toEqual({
    title: 'rule 9: a cooldown',
    reason: 'Error: late',
    place: 'tests/rules/award.test.ts:7',
    trace: null,
  })
  const results = [
    {
      error: { message: '\u001b[31m\nTimeout\u001b[39m\n\nLocator: getByText(1)' },
      attachments: [{ name: 'trace', path: '/repository/t/trace.zip' }],
    },
  ]
  const spec = {
    title: 'fault 3: waits',
    ok: false,
    file: 'faults/tabs.spec.ts',
    line: 5,
    tests: [{ results }],
  }
  const suites = [
    { specs: [], suites: [{ specs: [{ ...spec, ok: true, title: 'another' }, spec] }] },
  ]
  const [journey] = failedTests(
    { config: { rootDir: '/repository/tests/e2e' }, suites },
    '/repository',
  )
  expect(journey).toEqual({
    title: 'fault 3: waits',
    reason: 'Timeout, Locator: getByText(1)',
    place: 'tests/e2e/faults/tabs.spec.ts:5',
    trace: 't/trace.zip',
  })
})
