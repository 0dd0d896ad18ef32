import { playShare } from './schedules'

playShare(1)
