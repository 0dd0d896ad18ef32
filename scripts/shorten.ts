import { minify } from 'terser'
import type { Plugin } from 'vite'

/**
 * Shortens each file before the bundler minifies it. Terser finds what the bundler misses, which
 * makes the scripts of every start 1 % smaller (docs/decisions/0021-screens-before-the-scripts.md).
 * Leaves the renaming of variables to the bundler.
 */
export function shorten(): Plugin {
  return {
    name: 'shorten',
    apply: 'build',
    // Leaves out React's code for developer tools, which the development server keeps.
    config: () => ({ define: { 'typeof __REACT_DEVTOOLS_GLOBAL_HOOK__': '"undefined"' } }),
    async renderChunk(code) {
      const { code: shorter = code } = await minify(code, {
        module: true,
        ecma: 2020,
        mangle: false,
        // Leave joining statements to the bundler, which does it better.
        compress: { passes: 2, sequences: false },
      })
      return { code: shorter, map: null }
    },
  }
}
