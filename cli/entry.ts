import '#server/runtime'
import { loadSettingsOrExit } from '#server/settings-file'

loadSettingsOrExit()
// Imported dynamically, so that the version of Node is checked first (see server/entry.ts).
await import('./main')
