import { playShare } from './schedules'

playShare(1, 'faults 5, 6, 21, 43, 66, 67 and 79')
