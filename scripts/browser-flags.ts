/**
 * Chromium features that tests and measurements do not need. The first two belong to the address
 * bar, which otherwise starts two pages for each page of the app. The other features are those that
 * Playwright disables, repeated here because only the last such flag counts.
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
 * Launch options for journeys. Their phones are too short-lived to earn back the cost of V8's
 * optimizing compilers, a tenth of the suite's processor time; and without a graphics card, a GPU
 * process isolates nothing.
 */
export const JOURNEY_FLAGS: readonly string[] = [
  ...BROWSER_FLAGS,
  '--js-flags=--no-opt --no-maglev',
  '--in-process-gpu',
]
