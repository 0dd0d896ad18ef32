/**
 * Name of the command line here: npm's when run from the sources, else the one that `deploy/`
 * installs.
 */
export const COMMAND = /^(event|start)$/.test(process.env.npm_lifecycle_event ?? '')
  ? 'npm run event --'
  : 'geekquest-event'
