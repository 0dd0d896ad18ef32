/**
 * Chromium features that tests and measurements do not need. The address bar alone starts two pages for each of ours. The other
 * names are those that Playwright disables, repeated here because only the last such flag counts.
 */
const NOT_NEEDED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

/** Launch options of Chromium for journeys and benches. */
export const BROWSER_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${NOT_NEEDED.join(',')}`,
]

/**
 * Those of journeys. No phone of one lives long enough to earn back what V8's optimizing compilers cost, a tenth of the suite's processor
 * time; and there is no graphics card that a process of its own would isolate.
 */
export const JOURNEY_FLAGS: readonly string[] = [
  ...BROWSER_FLAGS,
  '--js-flags=--no-opt --no-maglev',
  '--in-process-gpu',
]
