import { playSample } from './schedules'

// A sample only: `npm run test:postgres` plays two thousand schedules on PostgreSQL.
playSample('postgres', 60, 18_04)
