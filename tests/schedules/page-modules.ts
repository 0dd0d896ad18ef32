// The page's modules that store and send awards. They are bundled and evaluated for every page of a schedule.

export { onServerTime } from '#lib/server-clock'
export { call } from '../../src/api/call'
export { recordLedger, serverLedger } from '../../src/api/connection'
export { isRefusal } from '../../src/api/errors'
export { captureClocks, deviceClock, readClocks, recordContact } from '../../src/offline/clocks'
export { createAwardEntry } from '../../src/offline/entry'
export { createOutboxCopies, withCopies } from '../../src/offline/journal'
export { createOutbox } from '../../src/offline/outbox'
export { createTransport } from '../../src/offline/send'
export { isSessionCode } from '../../src/offline/sender'
export { settleAlone, settleTimes } from '../../src/offline/settle-times'
export { createMemoryOutboxStore } from '../offline/memory-store'
