import { Failure } from '../failure'
import { type DatabaseLocation, locationText } from './database-url'
import { takeServerLock } from './postgres-server-lock'
import { AnotherServer, lockForServer } from './sqlite'

function refusal(location: DatabaseLocation): Failure {
  return new Failure(`A server runs on this database (${locationText(location)}). Stop it and try again; nothing was changed.`)
}

/** Keeps every server off the database until released. Throws `Failure` if one runs on it. */
export async function holdOffServers(location: DatabaseLocation): Promise<{ release(): Promise<void> }> {
  if (location.engine === 'postgres') {
    const held = await takeServerLock(location.url)
    if (held === null) throw refusal(location)
    return held
  }
  try {
    const lock = lockForServer(location.file)
    return { release: async () => lock.release() }
  } catch (reason) {
    if (reason instanceof AnotherServer) throw refusal(location)
    throw reason
  }
}
