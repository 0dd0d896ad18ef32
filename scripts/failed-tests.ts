import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'

/** A failed test, with the data to investigate it. */
export interface FailedTest {
  readonly title: string
  /** The reason, in one line. */
  readonly reason: string
  /** The test's file and line, which the test runner accepts as a filter. */
  readonly place: string
  /** The trace of a journey; null for other tests. */
  readonly trace: string | null
}

/**
 * The parts of the reports used here: https://playwright.dev/docs/test-reporters#json-reporter,
 * https://vitest.dev/guide/reporters#json-reporter.
 */
const PlaywrightReport = v.object({
  config: v.object({ rootDir: v.string() }),
  suites: v.array(v.unknown()),
})
const Suite = v.object({
  specs: v.array(v.unknown()),
  suites: v.optional(v.array(v.unknown()), []),
})
const Spec = v.object({
  title: v.string(),
  ok: v.boolean(),
  file: v.string(),
  line: v.number(),
  tests: v.array(
    v.object({
      results: v.array(
        v.object({
          error: v.optional(v.object({ message: v.optional(v.string(), '') })),
          attachments: v.array(v.object({ name: v.string(), path: v.optional(v.string()) })),
        }),
      ),
    }),
  ),
})
const VitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          title: v.string(),
          status: v.string(),
          failureMessages: v.nullish(v.array(v.string()), []),
          location: v.nullish(v.object({ line: v.number() })),
        }),
      ),
    }),
  ),
})

/** Returns the first line of an error, with the element that it is about. */
function reasonIn(message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  const [first = 'no reason was given', ...others] = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return [first, ...others.filter((line) => line.startsWith('Locator: ')).slice(0, 1)].join(', ')
}

function specsUnder(suites: readonly unknown[]): v.InferOutput<typeof Spec>[] {
  return suites.flatMap((one) => {
    const { specs, suites: inner } = v.parse(Suite, one)
    return [...specs.map((spec) => v.parse(Spec, spec)), ...specsUnder(inner)]
  })
}

/** Reads the failed tests from the JSON report of Playwright or of Vitest. */
export function failedTests(report: unknown, folder = process.cwd()): FailedTest[] {
  if (v.is(PlaywrightReport, report)) {
    return specsUnder(report.suites)
      .filter(({ ok }) => !ok)
      .map(({ title, file, line, tests }) => {
        const last = tests.flatMap(({ results }) => results).at(-1)
        const trace = last?.attachments.find(({ name }) => name === 'trace')?.path
        return {
          title,
          reason: reasonIn(last?.error?.message),
          place: `${relative(folder, `${report.config.rootDir}/${file}`)}:${line}`,
          trace: trace === undefined ? null : relative(folder, trace),
        }
      })
  }
  const { testResults } = v.parse(VitestReport, report)
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(folder, name)
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (failed.length === 0 && status === 'failed')
      return [{ title: `${file} as a whole`, reason: reasonIn(message), place: file, trace: null }]
    return failed.map(({ title, failureMessages, location }) => ({
      title,
      reason: reasonIn(failureMessages?.[0]),
      place: location == null ? file : `${file}:${location.line}`,
      trace: null,
    }))
  })
}

const SHOWN = 2
const WIDEST = 200

/**
 * Summarises a failed run in at most ten lines: the failures, where to read more, and how to run
 * each alone.
 */
export function describeFailures(check: string, failed: readonly FailedTest[]): string[] {
  const [script = check] = check.split(' ')
  const more = failed.length - SHOWN
  return [
    `npm run ${check} failed; its whole output is above.`,
    ...failed
      .slice(0, SHOWN)
      .flatMap(({ title, reason, place, trace }) => [
        `✘ ${title}`.slice(0, WIDEST),
        `  ${reason}`.slice(0, WIDEST),
        `  alone: npm run ${script} -- ${place}${trace === null ? '' : ' --trace on'}`,
        ...(trace === null ? [] : [`  trace: npx playwright show-trace ${trace}`]),
      ]),
    ...(more > 0 ? [`and ${more} more.`] : failed.length === 0 ? [`alone: npm run ${check}`] : []),
  ]
}
