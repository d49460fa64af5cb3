// Every code block of the documentation runs in a test, or states here why not.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { blocksWithoutLanguage, documentationPages, pageBlocks } from '../../support/readme.ts'

const site = 'test/e2e/readme-site.test.ts'
const commands = 'test/e2e/readme.test.ts'
const errorBodies = 'test/integration/docs/errors.test.ts'
const masterKeys = 'test/unit/docs/master-keys.test.ts'
const operate = 'test/integration/docs/operate.test.ts'
const riskChecks = 'test/integration/docs/risk-checks.test.ts'
const webhooks = 'test/integration/docs/webhooks.test.ts'
const backup = 'test/integration/server/cli/backup.test.ts'
const backupPage = 'test/unit/docs/backup-page.test.ts'
const consolePage = 'test/integration/docs/console.test.ts'
const retention = 'test/integration/docs/retention.test.ts'

/** By a part of the block: the test that runs it. */
const run: Record<string, string> = {
  "client create 'My site'": site,
  "} from 'node:http'": site,
  'src="http://localhost:4000/v1/transfer-link.js"': site,
  'node server.mjs': site,
  '/transfers?linkId=$LINK_ID': site,
  createLinkConnection: site,
  useLinkConnection: site,
  'transfer-link/vue': site,
  'transfer-link/svelte': site,
  'transfer-link/solid': site,
  'integrity.json': site,
  'integrity="sha384-…"': site,
  '--tl-color-bg': site,
  addWalletConnector: site,
  'eip6963:requestProvider': site,
  '/cataloglink?userId=user-1&callbackUrl=': commands,
  'ORDER=': commands,
  mfaCode: commands,
  '/sandbox/wallet/send': commands,
  'CREATED=': commands,
  '/test; echo': commands,
  '"state":"paused"': commands,
  '"since":': commands,
  'rotate-secret': commands,
  'NEXT=': commands,
  '"errorType": "invalidUserId",\n  "errorData": { "field": "userId" },': errorBodies,
  '"ErrorType": "previewExpired"': errorBodies,
  '"title": "invalidUserId"': errorBodies,
  randomBytes: masterKeys,
  'audit list --action': operate,
  'pause --list': operate,
  'limit set usd-per-client': operate,
  'destination allow': operate,
  'mktemp -d before-restore': backup,
  '# archive-wal <path>': backupPage,
  'sed -i': backupPage,
  '[Timer]': backupPage,
  'OnFailure=': backupPage,
  'chat.example/hooks': backupPage,
  'LoadCredential=backup-key': backupPage,
  'ExecStartPost=/usr/bin/find': backupPage,
  'CONSOLE_PORT=': consolePage,
  'CONSOLE_ROLES=': consolePage,
  'operator invite': consolePage,
  'RETENTION=': retention,
  '// transfers-per-day.ts': riskChecks,
  '// server.ts': riskChecks,
  '"type": "transfer.succeeded"': webhooks,
  '// receive-webhooks.ts': webhooks,
  '# verify_webhook.py': webhooks,
  '// verify_webhook.go': webhooks,
  '# credit_once.py': webhooks,
}

/** By a part of the block: why no test runs it. */
const notRun: Record<string, string> = {
  'npm ci\nnpm start': 'Installs the project. The end-to-end tests start the same sandbox from an installed project.',
  'node_modules/.bin/transfer-link serve':
    'Needs TLS and PostgreSQL. test/integration/server/cli/serve.test.ts starts production servers.',
  'wal_level = replica': 'Settings of a machine. test/support/postgres-supervisor.ts starts a primary with a standby.',
  'create role replicator': 'Needs a second machine.',
  'alter system set synchronous_standby_names': 'Needs a second machine.',
  'pg_basebackup -D <': 'Needs a second machine. test/support/postgres-supervisor.ts runs pg_basebackup on one.',
  'transfer-link webhook list': 'A list of commands, each with a test in test/integration/server/cli.',
  'erase --user user-1 --client': 'test/integration/server/cli/erase.test.ts runs the commands.',
  'transfer-link callback add': 'A list of commands, each with a test in test/integration/server/cli.',
  'npm run release': 'Takes minutes. test/packages/browser-package.test.ts packs and installs the package.',
  'enable --now transfer-link-backup.timer': 'Needs systemd as the first process.',
  'conf.d/archive.conf': 'Settings of a machine. npm run restore-drill archives a PostgreSQL.',
  'bin/pg_verifybackup "$base"': 'Needs a PostgreSQL of Debian. npm run restore-drill makes base backups.',
  'ssh-keyscan': 'Needs a second machine.',
  'cp -a /backup/base-2026-11-19 main': 'Needs a PostgreSQL of Debian. npm run restore-drill restores a PostgreSQL.',
  'systemctl stop postgresql@15-main\nmv': 'Needs a second machine.',
  'cp transfer-link.service': 'Needs systemd. test/unit/scripts/systemd-unit.test.ts lets systemd check the files.',
  'for port in 4000 4001': 'Needs systemd as the first process.',
  'UnsetEnvironment=': 'A setting of a machine.',
  'diff --new-file': 'Compares two installed releases.',
  'npm install <path>': 'Installs a release. test/packages/server-package.test.ts packs and installs the package.',
  'install -o prometheus': 'Needs systemd. npm run test:alerts lets a Prometheus read a server with its token.',
  'caddy.service.d': 'Needs systemd. npm run test:proxies runs Caddy with these variables.',
  'compose.archive.yml\nservices': 'Needs docker. The commands are those of the page on backups.',
  'export COMPOSE_FILE': 'Needs docker.',
  'docker compose stop server database': 'Needs docker.',
  'cp -a /backup/base-2026-11-19/. .': 'Needs docker. npm run restore-drill restores a PostgreSQL.',
  'up --detach database': 'Needs docker.',
  'transfer-link --help': 'Sets the path of a shell. test/integration/docs/operate.test.ts runs the command.',
  'migrate-storage --from /var/lib':
    'Needs systemd as the first process. test/integration/server/cli/migrate-storage.test.ts runs the command.',
  'ln -sfn /srv/transfer-link-0.2.0': 'Needs systemd as the first process.',
  'create database transfer_link': 'test/support/postgres.ts creates a database for each test.',
  'PUBLIC_URL/metrics': 'test/integration/server/log/metrics.test.ts sends this request with and without the token.',
  'backup --to "/backup/': 'Writes to another disk. test/integration/server/cli/backup.test.ts runs the command.',
  'transfer acknowledge <id>': 'test/integration/server/transfers/acknowledge.test.ts runs it.',
  '-f compose.console.yml': 'Needs docker. test/unit/scripts/container-files.test.ts checks the file.',
  'transfer resolve <id> --sent': 'A choice of commands. test/integration/server/cli/transfer.test.ts runs them.',
}

const pages = ['CONTRIBUTING.md', 'SECURITY.md', ...documentationPages()]
const known = Object.keys({ ...run, ...notRun })
/** `text` is for diagrams and paths. */
const codeOf = (page: string) => pageBlocks(page).filter(({ language }) => language !== 'text')

for (const page of pages) {
  test(`every code block of ${page} has a language, and runs in a test or states why not`, () => {
    assert.equal(blocksWithoutLanguage(page), 0)
    for (const { text } of codeOf(page)) {
      const parts = known.filter((part) => text.includes(part))
      assert.equal(parts.length, 1, `${parts.length} entries for this block:\n${text}`)
    }
  })
}

test('every test named here has its own block and exists, and every reason has a block', () => {
  const texts = pages.flatMap(codeOf).map(({ text }) => text)
  const blocksWith = (part: string) => texts.filter((text) => text.includes(part)).length
  assert.deepEqual(
    Object.keys(run).filter((part) => blocksWith(part) !== 1),
    [],
  )
  assert.deepEqual(
    Object.keys(notRun).filter((part) => blocksWith(part) === 0),
    [],
  )
  for (const [part, file] of Object.entries(run)) {
    assert.ok(existsSync(join(projectRoot, file)), file)
    // These two load their blocks by the same part.
    if (file === site || file === commands) assert.ok(textOf(file).includes(part), `${file} does not load ${part}`)
  }
})

function textOf(file: string): string {
  return readFileSync(join(projectRoot, file), 'utf8')
}
