import './runtime'
import { failureText } from './failure'
import { loadSettingsFile } from './settings-file'

try {
  loadSettingsFile(process.env)
} catch (reason) {
  process.stderr.write(`${failureText(reason) ?? String(reason)}\n`)
  process.exit(1)
}
// Imported dynamically: an older Node fails to load it, with an error that does not say what to
// install. Check the version first.
await import('./main')
