// `npm run icons`: writes the icons of the catalogue's tokens and networks to host/public/icons. Only these files are in the
// repository: the package has 18,000 files.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { iconNames } from '../../server/networks/icons.ts'
import { projectRoot } from '../command.ts'
import { readCommandLine } from '../command-line.ts'
import { iconOf } from './icon-of.ts'

const source = '@web3icons/core@4.0.56'
const target = join(projectRoot, 'host/public/icons')

/** The others are tokens under their symbols. */
const drawings: Record<string, string> = {
  arb: 'networks/background/arbitrum-one',
  base: 'networks/background/base',
  bsc: 'networks/background/binance-smart-chain',
  ton: 'networks/background/ton',
}

readCommandLine(`Usage: npm run icons    writes host/public/icons from ${source}`, {})
const folder = mkdtempSync(join(tmpdir(), 'icons-'))
try {
  execFileSync('npm', ['pack', '--silent', source, '--pack-destination', folder])
  execFileSync('tar', ['xzf', join(folder, readdirSync(folder)[0] ?? ''), '-C', folder])
  mkdirSync(target, { recursive: true })
  for (const name of iconNames) write(name)
} finally {
  rmSync(folder, { recursive: true })
}

function write(name: string) {
  const drawing = drawings[name] ?? `tokens/background/${name.toUpperCase()}`
  const module = readFileSync(join(folder, `package/dist/svgs/${drawing}.svg.js`), 'utf8')
  writeFileSync(join(target, `${name}.svg`), iconOf(module, { isSquare: name === 'base' }))
}
