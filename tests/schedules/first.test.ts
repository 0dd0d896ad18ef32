import { playShare } from './schedules'

playShare(0)
