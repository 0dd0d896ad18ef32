/**
 * The files into which the page's scripts are bundled: few and large, because small files compress
 * badly and each costs a request. A file includes the imports of its modules, unless a file of
 * higher priority has them. A signed-in start loads neither `sign-in` nor `fields`;
 * `scripts/page-shell.tsx` names the files that it loads.
 */
export const CHUNKS = [
  // The organisers' screens in one file, which players and booths never load.
  {
    name: 'organiser',
    test: /src\/features\/(organiser\/(?!(person-data|saved)-page)|setup\/(?!results-page)|sign-in\/first-organiser-page)/,
    priority: 1,
  },
  // Pages saved as files: results, and a person's data.
  {
    name: 'organiser-pages',
    test: /setup\/results-page|organiser\/(person-data|saved)-page/,
    priority: 0.5,
  },
  // The writer of spreadsheets, loaded for an .xlsx; their reader is a worker.
  {
    name: 'organiser-spreadsheets',
    test: /node_modules\/(write-excel-file|fflate)\//,
    priority: 2,
  },
  { name: 'organiser-guide', test: /docs\/vodic\.md/, priority: 2 },
  { name: 'start', tags: ['$initial' as const], priority: 8 },
  // Shared by the forms of visitors and the signed-in screens, so that neither loads the other's
  // file.
  {
    name: 'forms',
    test: /(query-core\/.*\/mutationObserver|react-query\/.*\/useMutation)\.js$|src\/ui\/text-field\.tsx$/,
    priority: 7,
  },
  // For the live count of the landing page and the code step, which load none of the signed-in
  // screens.
  {
    name: 'counts',
    test: /(contract\/calls\/ranking|texts\/(nouns|numbers)|ui\/use-now)\.tsx?$/,
    priority: 6.6,
  },
  {
    name: 'values',
    test: /(contract\/(form-fields|calls\/register)|lib\/duration|texts\/(profile|time)|ui\/field-error)\.tsx?$/,
    priority: 6,
  },
  {
    name: 'sign-in',
    test: /src\/features\/sign-in\/(sign-in-page|auth-page|use-sign-in)/,
    priority: 5.5,
  },
  {
    name: 'fields',
    test: /(texts\/(registration|sign-in-link)|session\/person-form)\.tsx?$/,
    priority: 5.4,
  },
  {
    name: 'game',
    // The topics of changes are named here: else they would be in the organisers' file, which every
    // stream would then load. Icons, medals and a team's art are in this file, because the card's
    // and the booth's files both use them, and neither should load the other for them.
    test: /(useCanGoBack|react-query\/.*\/useQuery)\.js$|(chevron-(left|right)|users-round)\.mjs$|(contract\/topics|rules\/medals)\.ts$|src\/(offline\/last-seen|pwa\/notifications|features\/arrival\/team-art|(session(?!\/(opened-invitation|own-code))|game|layout|features\/outbox)\/)/,
    priority: 5,
  },
  // The card, which a booth's start does not load.
  { name: 'card', test: /src\/features\/team\/card-page/, priority: 4 },
  // The other screens of a team. The evening's story and the invitation are loaded when opened.
  {
    name: 'team',
    test: /src\/features\/team\/(?!invitation|picture|team-picture|story-dialog)/,
    priority: 3,
  },
  // The organisers' screens load this file for its reader of codes.
  { name: 'code-step', test: /features\/sign-in\/code-step\.tsx$|lib\/sms-code\.ts$/, priority: 4 },
  { name: 'invitation', test: /src\/features\/team\/invitation|texts\/invitation/, priority: 4 },
  { name: 'booth', test: /src\/features\/(booth(?!\/series(-dialog)?\.)|scan)\//, priority: 3 },
  { name: 'tools', test: /src\/features\/(scanner|tag-writing|profile|booth)\//, priority: 2 },
]
