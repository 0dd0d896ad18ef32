import { playSample } from './schedules'

// `npm run test:postgres` plays more.
playSample('postgres', 150, 18_04)
