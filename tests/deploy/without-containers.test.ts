import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { requestOf } from '../support/http-call'
import { blocksUnder } from './guide'
import { bootMachine, type Machine, SOURCES, whyNoMachine } from './own-machine'

const noMachine = whyNoMachine()

/** Caddy issues its own certificate for this name. */
const DOMAIN = 'igra.klub.local'

/** Fills in the values that the guide leaves to the operator. */
const filledIn = (commands: string) =>
  commands
    .replaceAll('igra.klub.hr', DOMAIN)
    .replace('postgres://geekquest:…@', 'postgres://geekquest:lozinka@')
    .replace('DRAIN_SECONDS=5', 'DRAIN_SECONDS=0')
    .replace(
      'infobip://…@xyz.api.infobip.com?sender=GeekQuest',
      'file:/var/lib/geekquest/sms.jsonl',
    )

/** Programs that replace those that need the internet, and the build, which has its own check. */
const STAND_INS = {
  '/usr/local/bin/npm': `#!/bin/sh
[ "$1" = ci ] || exec node --import tsx tests/deploy/assemble-bundle.ts "$BUNDLE" "$5"
`,
  '/usr/local/bin/git': '#!/bin/sh\n[ "$*" = pull ]\n',
}

const organiser = {
  first_name: 'Ana',
  last_name: 'Babić',
  email: 'prva@example.hr',
  mobile: '+385911234598',
  nickname: 'prva',
}

describe.skipIf(noMachine !== null)(
  `the guide without containers${noMachine === null ? '' : `: ${noMachine}`}`,
  () => {
    let machine: Machine
    const [database = '', install = '', nginx = '', commands = ''] =
      blocksUnder('Without containers')
    const [upgrade = ''] = blocksUnder('An upgrade, and back')

    /** Runs commands as root of the machine and returns their output. Expects that they succeed. */
    async function run(script: string, input?: string): Promise<string> {
      const { code, output } = await machine.paste(script, { input })
      expect(code, output).toBe(0)
      return output
    }
    const settings = async () => await run('cat /etc/geekquest/env')
    const writeSettings = async (text: string) => await run('cat > /etc/geekquest/env', text)

    beforeAll(async () => {
      const bundle = inject('serverBundle').replace(process.cwd(), SOURCES)
      machine = await bootMachine(STAND_INS, { BUNDLE: bundle })
      // LANG is C here on purpose: the guide must create a database in UTF-8 even so.
      await run(
        `pg_createcluster 15 main; pg_ctlcluster 15 main start; echo 127.0.0.1 ${DOMAIN} >> /etc/hosts`,
      )
    })
    afterAll(async () => await machine.end())

    test('leads to two servers behind Caddy and a first organiser, as pasted by a root whose umask is 077', async () => {
      await run(database, 'lozinka\nlozinka\n')
      const { code, output } = await machine.paste(filledIn(install), { umask: '077' })
      expect(code, output).toBe(0)
      const [, token = ''] =
        new RegExp(`https://${DOMAIN}/organizator/prvi#(\\w+)`).exec(output) ?? []
      const { path, form } = requestOf('firstOrganiser', { token, user_data: organiser })
      const answer = await run(
        `curl -fsSk --retry 20 --retry-delay 1 --retry-all-errors https://${DOMAIN}/ready; curl -fsSk -H 'Origin: https://${DOMAIN}' -d '${form}' 'https://${DOMAIN}${path}'`,
      )
      expect(answer).toContain('"organiser":true')
    })

    test('installs units that systemd accepts', async () => {
      const units = await run(
        'cd /etc/systemd/system; systemd-analyze verify geekquest@8081.service geekquest-*.service geekquest-*.timer 2>&1',
      )
      expect(units).toBe('')
    })

    test('leads to a command line that reads a file, and writes one beside the database', async () => {
      const said = await run(
        `echo '{ "settings": {} }' > event.json; ${commands.replace('/mnt/stick/', '/mnt/')}`,
      )
      expect(said).toContain('opened again and compared')
      expect(await run('stat -c "%U %a" /var/lib/geekquest/morning.backup')).toBe('geekquest 600\n')
      expect(await run('geekquest-event nothing 2>&1 || true')).toContain('Usage: geekquest-event')
    })

    test('leads to a timer that makes backups, and removes what a killed one left', async () => {
      await run(
        'install -d /var/lib/geekquest/backups; cd /var/lib/geekquest/backups; touch hourly-1.backup.1.part hourly-1.backup.1.part-wal',
      )
      await run('systemctl is-active geekquest-backup.timer; systemctl start geekquest-backup')
      expect(await run('cd /var/lib/geekquest/backups; stat -c "%U %a %n" *')).toMatch(
        /^geekquest 600 hourly-[\d-]+\.backup\n$/,
      )
    })

    test('works with nginx instead of Caddy: events pass at once, and restarts fail no call', async () => {
      const certificate = `/etc/letsencrypt/live/${DOMAIN}`
      const request = `-newkey rsa:2048 -nodes -subj /CN=${DOMAIN} -keyout ${certificate}/privkey.pem -out ${certificate}/fullchain.pem`
      await run(
        `mkdir -p ${certificate}; openssl req -x509 ${request} 2>/dev/null; rm -f /etc/nginx/sites-enabled/default`,
      )
      await run(
        nginx.replace(
          'install -m 644 deploy/nginx.conf',
          `sed 's/igra.klub.hr/${DOMAIN}/' deploy/nginx.conf >`,
        ),
      )
      const stream = `https://${DOMAIN}/api/live?fingerprint=11111111-1111-4111-8111-111111111111&screen=ranking`
      expect(await run(`curl -sSkN '${stream}' 2>/dev/null | sed '/^event: hello/q'`)).toContain(
        'event: hello',
      )
      const { path, form } = requestOf('ranking', {})
      const call = `curl -fsSk -H 'Origin: https://${DOMAIN}' -d '${form}' 'https://${DOMAIN}${path}'`
      const calls = `while [ ! -e /tmp/done ]; do ${call} -o /dev/null || touch /tmp/failed; done`
      await run(
        `rm -f /tmp/done; (${calls}) & systemctl restart geekquest@8081 && systemctl restart geekquest@8082; touch /tmp/done; wait; [ ! -e /tmp/failed ]`,
      )
      await run('systemctl disable --now nginx; systemctl enable --now geekquest-caddy')
    })

    test('upgrades the servers, and both answer afterwards', async () => {
      const before = await run('systemctl show -p MainPID geekquest@8081 geekquest@8082')
      await run(upgrade)
      expect(await run('systemctl show -p MainPID geekquest@8081 geekquest@8082')).not.toBe(before)
      await run('for port in 8081 8082; do curl -fsS http://127.0.0.1:$port/ready; done')
    })

    test('resets after a rehearsal from any folder, and says where the backup is', async () => {
      await run('systemctl stop geekquest@8081 geekquest@8082 geekquest-backup.timer')
      const said = await run('cd /root; geekquest-event reset --keep tags,staff,settings --yes')
      expect(said).toMatch(
        /The previous event is in \/var\/lib\/geekquest\/before-reset-.*\.backup/,
      )
      const bare =
        'cd /usr; runuser -u geekquest -- env HOME=/var/lib/geekquest/backups SETTINGS_FILE=/etc/geekquest/env'
      const elsewhere = await run(
        `${bare} node /opt/geekquest/current/server/event.js reset --keep staff --yes`,
      )
      expect(elsewhere).toContain(
        'The previous event is in /var/lib/geekquest/backups/before-reset-',
      )
    })

    test('goes back to the build and the backup from before the upgrade', async () => {
      const [text = ''] = blocksUnder('An upgrade, and back', null)
      const inText = (start: string) =>
        new RegExp(`\`(${start}.*?)\``).exec(text)?.[1] ?? `false ${start}`
      await run(inText('ln -sfn OLD').replace('OLD', '$(readlink /opt/geekquest/current)'))
      await run(inText('runuser -l postgres'))
      const said = await run(
        `${inText('geekquest-event restore').replace('BACKUP', 'before-upgrade.backup')} --yes`,
      )
      expect(said).toContain('Restored into PostgreSQL')
      await run('systemctl start geekquest@8081')
    })

    test('reads an SMS template that only the server may read', async () => {
      const [template = ''] = blocksUnder('SMS', 'json')
      const [, place = ''] =
        /`(install .* sms\.json .*?)`/.exec(blocksUnder('SMS', null).join('')) ?? []
      await run('cat > sms.json', template)
      await run(place)
      const text = await settings()
      await writeSettings(
        text.replace(/^SMS_URL=.*/m, 'SMS_URL=http+template:/etc/geekquest/sms.json'),
      )
      await run('systemctl restart geekquest@8081')
      await writeSettings(text)
    })

    test.each([
      'export METRICS_TOKEN=1234567890123456',
      'METRICS_TOKEN=1234567890123456 # Prometheus',
    ])(
      'refuses settings that could be read in two ways, in the server and on the command line: %s',
      async (line) => {
        const text = await settings()
        await writeSettings(`${text}${line}\n`)
        const why = `/etc/geekquest/env, line ${text.split('\n').length}: `
        expect(await run('geekquest-event status 2>&1 || true')).toContain(why)
        expect(
          await run('systemctl restart geekquest@8081 2>&1 || journalctl -u geekquest@8081 -n 20'),
        ).toContain(why)
        await writeSettings(text)
        await run('systemctl restart geekquest@8081')
      },
    )
  },
)
