import { spawnSync } from 'node:child_process'
import * as v from 'valibot'

/** Levels at which a known vulnerability of what the server runs fails the checks. */
const FAILING = ['high', 'critical'] as const

const found = v.object({
  vulnerabilities: v.record(v.string(), v.object({ name: v.string(), severity: v.string() })),
})

/** What `npm audit` printed, or null if the registry did not answer: many mirrors do not, and a check must run offline. */
function readAudit(text: string): v.InferOutput<typeof found> | null {
  try {
    const report = v.safeParse(found, JSON.parse(text))
    return report.success ? report.output : null
  } catch {
    return null
  }
}

const options = ['--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=15000']
const { stdout } = spawnSync('npm', ['audit', ...options], { encoding: 'utf8', shell: process.platform === 'win32' })
const report = readAudit(stdout)
if (report === null) {
  process.stdout.write('The registry answers no audit: known vulnerabilities were not checked.\n')
} else {
  const bad = Object.values(report.vulnerabilities).filter(({ severity }) => FAILING.some((level) => level === severity))
  for (const { name, severity } of bad) process.stderr.write(`${name}: ${severity} (npm audit)\n`)
  if (bad.length === 0) process.stdout.write('No known vulnerability of level high or critical.\n')
  else process.exitCode = 1
}
