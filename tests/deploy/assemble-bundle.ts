import { dirname } from 'node:path'
import { assemble } from '../../scripts/assemble'

// Stands in for `npm run build -- TARGET`: assembles the tests' server bundle with a page of one
// file. The build itself has its own check.
const [server = '', target = ''] = process.argv.slice(2)
assemble(dirname(server), 'build-of-the-tests', target)
