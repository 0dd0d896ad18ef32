import type { Plugin } from 'vite'

/** The files of which a signed-in start runs most functions at once. */
const RUN_AT_START = ['index', 'game', 'booth', 'forms', 'values']

/**
 * Chromium compiles all functions of a file that begins with this comment while the file arrives, beside the main thread. Without it the
 * main thread compiles each function when it is first called: a sixth of a start's processor time. Other browsers read a comment.
 * https://github.com/WICG/explicit-javascript-compile-hints-file-based
 */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Writes the hint into what every signed-in start runs. After all others: it must come first in its file. */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const missing = new Set(RUN_AT_START)
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !missing.delete(chunk.name)) continue
          chunk.code = HINT + chunk.code
        }
        if (missing.size > 0)
          throw new Error(`the build has no chunk '${[...missing].join("', '")}'`)
      },
    },
  }
}
