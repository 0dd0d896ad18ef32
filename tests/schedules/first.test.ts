import { describeShare } from './share'

describeShare(0)
