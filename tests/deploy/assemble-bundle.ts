import { dirname } from 'node:path'
import { assemble } from '../../scripts/assemble'

// Does what `npm run build -- TARGET` does, with the tests' server bundle and a page of one file:
// the build itself has its own check.
const [server = '', target = ''] = process.argv.slice(2)
assemble(dirname(server), 'build-of-the-tests', target)
