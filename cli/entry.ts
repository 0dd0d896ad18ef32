import '#server/runtime'
import { loadSettingsOrExit } from '#server/settings-file'

loadSettingsOrExit()
// Imported dynamically, as the server's own code is (server/entry.ts).
await import('./main')
