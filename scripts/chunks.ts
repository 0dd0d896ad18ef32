/**
 * A few large files, because small ones compress badly (by 14 kB in all) and each is a question to the server. A file takes along
 * what it imports, unless one further up has it: the sign-in page is two files, and any screen behind it one more.
 */
export const CHUNKS = [
  { name: 'start', tags: ['$initial' as const], priority: 4 },
  { name: 'sign-in', test: /src\/features\/sign-in\/(sign-in-page|code-step)/, priority: 3 },
  // Forms of the signed-in screens share it, and the registration must not load those screens for it.
  { name: 'fields', test: /(contract\/(form-fields|calls\/register)|texts\/profile)\.ts/, priority: 2.5 },
  {
    name: 'game',
    // A sign-in link's screen shares most of it. What tells of the evening, and a team's copies of awards, are loaded when they are opened.
    test: /src\/(?!features\/(kept-scans\/kept-vouchers|outbox\/voucher-dialog)|features\/team\/story\/(story-dialog|story-pages|share-picture|draw-picture|picture-facts|best-hour))(offline\/last-seen|features\/sign-in\/link-page|(session|layout|features\/(team|booth(?!\/(use-)?series(-dialog|-scans)?\.)|scan|outbox|kept-scans))\/)/,
    priority: 2,
  },
  { name: 'tools', test: /src\/(features\/(scanner|tag-writing|profile|booth)\/|scanner\/wasm-decoder)/, priority: 1 },
]

/** Screens that are files of their own, because most visitors never open them. */
export const OWN_CHUNKS = /src\/features\/(landing\/|sign-in\/register-page|terms\/|public-ranking\/|organiser\/)/
