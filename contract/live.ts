import * as v from 'valibot'
import { instant, ledgerFields } from './entities'
import { API_PATH } from './protocol'
import { TOPICS } from './topics'

/** The live stream: `GET` with a fingerprint, and with `screen=ranking` for the public ranking. */
export const LIVE_PATH = `${API_PATH}/live`
export const RANKING_SCREEN = 'ranking'

/**
 * Interval of comment lines that keep proxies from closing the stream (ms). A stream silent for
 * noticeably longer is dead.
 */
export const LIVE_BEAT_MS = 20_000

const jsonText = v.pipe(v.string(), v.parseJson())

/** The data of each event, as JSON text. Apps ignore topics that they do not know. */
export const liveEvents = {
  hello: v.pipe(
    jsonText,
    v.object({ protocol: v.number(), server_time: instant, ...ledgerFields }),
  ),
  changed: v.pipe(
    jsonText,
    v.object({
      of: v.pipe(
        v.array(v.string()),
        v.transform((names) => TOPICS.filter((topic) => names.includes(topic))),
      ),
    }),
  ),
  bye: v.pipe(jsonText, v.object({})),
} as const
export type LiveEvent = keyof typeof liveEvents
