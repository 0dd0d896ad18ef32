import { playShare } from './schedules'

playShare(1, 'faults 5, 6, 8, 21, 43, 66, 67, 79 and 95')
