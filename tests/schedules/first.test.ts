import { playShare } from './schedules'

playShare(0, 'faults 5, 6, 8, 21, 43, 66, 67, 79 and 95')
