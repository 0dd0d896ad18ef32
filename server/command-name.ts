/** How the command line is called here: by npm from the sources, else by what `deploy/` installs. */
export const COMMAND = /^(event|start)$/.test(process.env.npm_lifecycle_event ?? '')
  ? 'npm run event --'
  : 'geekquest-event'
