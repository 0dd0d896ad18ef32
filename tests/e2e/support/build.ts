import { ensureBuild } from '../../../scripts/ensure-build'

/** The build that all journeys of one run go through, even where a file changes meanwhile. */
export default function buildForJourneys(): void {
  process.env.BUILD_UNDER_TEST = ensureBuild()
}
