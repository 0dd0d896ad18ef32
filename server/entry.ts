import './runtime'
import { loadSettingsOrExit } from './settings-file'

loadSettingsOrExit()
// Import it only now, after `runtime` has checked the version: an older Node fails to load it, with
// an error that does not say what to install.
await import('./main')
