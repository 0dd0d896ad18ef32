import { playShare } from './schedules'

playShare(1, 'faults 5, 6, 19, 21, 22, 43, 66, 67 and 79')
