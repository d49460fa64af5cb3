// `npm run test:csp`: runs the scanner of the Mozilla Observatory locally against the hosted page behind TLS, as in production. The
// scanner connects to `localhost` only on the default ports, which require root.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, runCommand } from '../../../scripts/command.ts'
import { readCommandLine } from '../../../scripts/command-line.ts'

const scanner = '@mdn/mdn-http-observatory'

readCommandLine(
  `Usage: npm run test:csp

  Installs ${scanner} under .data and scans the hosted page on https://localhost. Ports 80 and 443 must be free.`,
  {},
)

const folder = join(projectRoot, '.data/observatory')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'package.json'), '{ "private": true }')
const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', folder]
const installed = await runCommand('npm', [...words, `${scanner}@1.4.8`], { quiet: true })
if (installed.code !== 0) throw new Error(`npm cannot install ${scanner}:\n${installed.output}`)
// The scanner would download this list after its installation. It contains no page on localhost.
writeFileSync(join(folder, 'node_modules', scanner, 'conf/hsts-preload.json'), '{}')

const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', certificate, '-days', '2', ...names], {
  stdio: 'ignore',
})
const env = { NODE_EXTRA_CA_CERTS: certificate, OBSERVATORY_FOLDER: folder }
const { code } = await runCommand(process.execPath, ['test/proofs/csp/scan.ts'], { env })
process.exitCode = code
