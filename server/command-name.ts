/**
 * How to call the command line on this machine: through npm when run from the sources, else by the
 * name that `deploy/` installs.
 */
export const COMMAND = /^(event|start)$/.test(process.env.npm_lifecycle_event ?? '')
  ? 'npm run event --'
  : 'geekquest-event'
