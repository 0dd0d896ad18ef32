// The parts of the page that keep and send awards. They are bundled, and run anew for every page of a schedule.
export { call } from '../../src/api/call'
export { noteContact, readClocks, readMadeAt } from '../../src/offline/device-clocks'
export { createMemoryOutboxStore } from '../../src/offline/memory-outbox-store'
export { createOutbox } from '../../src/offline/outbox'
export { sendAward } from '../../src/offline/send-award'
