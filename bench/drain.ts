import { measureDrain } from './drain/measure-drain'
import { report } from './report/report'

report('drain', await measureDrain())
