import { ensureBuild } from '../../../scripts/ensure-build'

/** Builds once, so that all journeys of a run use the same build even if a file changes meanwhile. */
export default function buildForJourneys(): void {
  process.env.BUILD_UNDER_TEST = ensureBuild()
}
