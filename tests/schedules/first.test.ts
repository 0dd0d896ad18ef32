import { playShare } from './schedules'

// The first half of the schedules, in its own file so that both halves run in parallel. The text is
// the beginning of the test's title: the faults that the schedules prove.
playShare(0, 'faults 5, 6, 8, 21, 43, 66, 67, 79 and 95')
