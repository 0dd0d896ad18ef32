import './runtime'
import { loadSettingsOrExit } from './settings-file'

loadSettingsOrExit()
// Import `main` only after `runtime` has checked Node's version: an older Node fails to load `main`
// with an error that does not say what to install.
await import('./main')
