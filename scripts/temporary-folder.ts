import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
/**
 * Twice the size of a whole run's databases and profiles. In containers /dev/shm often has 64 MB.
 */
const MIN_BYTES = 4 * 1024 ** 3

/**
 * Returns the folder for the tests' databases and browser profiles: in memory if the machine has
 * enough. No test cuts the power, so no commit needs to reach a disk, and creating and deleting
 * thousands of small files on a disk takes a fifth of the time of the server's tests.
 */
export function temporaryFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= MIN_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
