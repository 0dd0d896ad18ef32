// The parts of the page that keep and send awards. They are bundled, and run anew for every page of a schedule.
export { call } from '../../src/api/call'
export { readClocks } from '../../src/offline/clocks'
export { createMemoryOutboxStore } from '../../src/offline/memory-outbox-store'
export { noteContact, readMadeAt } from '../../src/offline/moment-of-tap'
export { createOutbox } from '../../src/offline/outbox'
export { sendAward, undoAward } from '../../src/offline/send-award'
