import { describeShare } from './share'

describeShare(1)
