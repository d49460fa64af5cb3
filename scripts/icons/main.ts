// `npm run icons`: writes the icons of the catalogue's tokens and networks to host/public/icons. Only these files are in the
// repository: the package has 18,000 files, and an installation needs about thirty.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { networkIcons, tokenIcons } from '../../server/networks/icons.ts'
import { projectRoot } from '../command.ts'
import { readCommandLine } from '../command-line.ts'
import { iconOf } from './icon-of.ts'

const source = '@web3icons/core@4.0.56'

/** Where the package's name differs from ours, or its drawing is that of the network. */
const drawings: Record<string, string> = {
  'tokens/arb': 'networks/background/arbitrum-one',
  'tokens/ton': 'networks/background/ton',
  'networks/arbitrum': 'networks/background/arbitrum-one',
  'networks/bsc': 'networks/background/binance-smart-chain',
}

readCommandLine(`Usage: npm run icons    writes host/public/icons from ${source}`, {})
const folder = mkdtempSync(join(tmpdir(), 'icons-'))
try {
  execFileSync('npm', ['pack', '--silent', source, '--pack-destination', folder])
  execFileSync('tar', ['xzf', join(folder, readdirSync(folder)[0] ?? ''), '-C', folder])
  for (const symbol of tokenIcons) write(`tokens/${symbol.toLowerCase()}`, `tokens/background/${symbol}`)
  for (const key of networkIcons) write(`networks/${key}`, `networks/background/${key}`)
} finally {
  rmSync(folder, { recursive: true })
}

function write(name: string, usual: string) {
  const module = readFileSync(join(folder, `package/dist/svgs/${drawings[name] ?? usual}.svg.js`), 'utf8')
  const path = join(projectRoot, `host/public/icons/${name}.svg`)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, iconOf(module, { isSquare: name === 'networks/base' }))
}
