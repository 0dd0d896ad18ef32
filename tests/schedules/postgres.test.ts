import { playSample } from './schedules'

// `npm run test:postgres` plays two thousand schedules.
playSample('postgres', 60, 18_04)
