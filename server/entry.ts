import './runtime'
import { loadSettingsOrExit } from './settings-file'

loadSettingsOrExit()
// Imported dynamically: an older Node fails to load it, with an error that does not say what to
// install. Check the version first.
await import('./main')
