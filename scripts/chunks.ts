/**
 * A few large files, because small ones compress badly and each is a request. A file includes what it imports, unless
 * one further up has it: the sign-in page is two files, a player's screens one more, a booth's two.
 */
export const CHUNKS = [
  // The organisers' screens in one file, which players and booths never load.
  { name: 'organiser', test: /src\/features\/(organiser\/|setup\/(?!spreadsheet\.)|sign-in\/first-organiser-page)/, priority: 1 },
  // What reads and writes spreadsheets, loaded with an import or for an .xlsx.
  {
    name: 'organiser-spreadsheets',
    test: /src\/features\/setup\/spreadsheet\.|node_modules\/(csv-parse|read-excel-file|write-excel-file|fflate|saxen)\//,
    priority: 2,
  },
  { name: 'organiser-guide', test: /docs\/vodic\.md/, priority: 2 },
  { name: 'start', tags: ['$initial' as const], priority: 8 },
  { name: 'sign-in', test: /src\/features\/sign-in\/(sign-in-page|auth-page)/, priority: 7 },
  // Forms of the signed-in screens share it, and signing in must not load those screens for it.
  {
    name: 'fields',
    test: /(contract\/(form-fields|calls\/register)|texts\/(profile|registration|sign-in-link)|lib\/duration|ui\/(use-now|field-fault)|session\/person-form)\.tsx?$/,
    priority: 6,
  },
  {
    name: 'game',
    // The evening's story and the invitation are loaded when they are opened.
    test: /src\/(?!features\/team\/(invitation|picture|story-dialog))(offline\/last-seen|(session(?!\/opened-invitation)|layout|features\/(team|outbox))\/)/,
    priority: 5,
  },
  { name: 'invitation', test: /src\/features\/team\/invitation|texts\/invitation/, priority: 4 },
  { name: 'booth', test: /src\/features\/(booth(?!\/series(-dialog)?\.)|scan)\//, priority: 3 },
  { name: 'tools', test: /src\/features\/(scanner|tag-writing|profile|booth)\//, priority: 2 },
]
