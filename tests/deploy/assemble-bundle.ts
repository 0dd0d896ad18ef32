import { dirname } from 'node:path'
import { assemble } from '../../scripts/assemble'

// `npm run build -- TARGET` with the server that the tests have bundled, beside a page of one file: the build itself is a check of its own.
const [server = '', target = ''] = process.argv.slice(2)
assemble(dirname(server), 'build-of-the-tests', target)
