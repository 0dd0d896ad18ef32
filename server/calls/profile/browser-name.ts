type Names = readonly (readonly [sign: RegExp, name: string])[]

/** In this order: each browser's signature contains those of the ones below it. */
const BROWSERS: Names = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: Names = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const find = (names: Names, userAgent: string) => names.find(([sign]) => sign.test(userAgent))?.[1]

/** Browser and system by which somebody recognises their own device; empty if neither is known. */
export function browserName(userAgent: string): string {
  return [find(BROWSERS, userAgent), find(SYSTEMS, userAgent)].filter((name) => name !== undefined).join(' · ')
}
