// What a site loads before it opens a link, compared with similar packages: each installed by npm at a fixed version, bundled and
// minified the same way. Pages and scripts that a package loads later are not counted, and neither is the hosted page. A package that
// npm does not have is left out and reported.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { projectRoot, runCommand } from '../../scripts/command.ts'
import { buildPackages } from '../../scripts/release/build-packages.ts'
import { bundle, missingManifest } from '../support/bundle.ts'

interface Peer {
  name: string
  version: string
  /** The code of its integration guide. */
  program: string
  beside?: string[]
  external?: string[]
  /** Its complete flow runs in the site's page, not in a frame. */
  isWhole?: boolean
}

interface Loader {
  name: string
  initial: number
  whole: number
  installed: number
}

const react = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']

/** Some registries lack the version that a package requires. This version is available, and its dependencies are left out. */
const overrides = { ox: '0.14.49' }
const leftOut: Plugin = {
  name: 'left-out',
  enforce: 'pre',
  resolveId: (name) => (name === 'ox/tempo' ? '\0left-out' : null),
  load: (id) => (id === '\0left-out' ? { code: '', syntheticNamedExports: true } : null),
}

const peers: Peer[] = [
  {
    name: '@front-finance/link',
    version: '1.1.10',
    program: "import { createFrontConnection as x } from '@front-finance/link'",
  },
  {
    name: '@meshconnect/web-link-sdk',
    version: '3.11.0',
    program: "import { createLink as x } from '@meshconnect/web-link-sdk'",
  },
  {
    name: 'react-plaid-link',
    version: '5.0.0',
    program: "import { usePlaidLink as x } from 'react-plaid-link'",
    external: ['react'],
  },
  { name: '@stripe/stripe-js', version: '10.2.1', program: "import { loadStripe as x } from '@stripe/stripe-js'" },
  {
    name: '@stripe/crypto',
    version: '1.1.3',
    program: "import { loadStripeOnramp as x } from '@stripe/crypto'",
    beside: ['@stripe/stripe-js@1.54.2'],
  },
  { name: '@moonpay/moonpay-js', version: '0.7.6', program: "import { loadMoonPay as x } from '@moonpay/moonpay-js'" },
  {
    name: '@ramp-network/ramp-instant-sdk',
    version: '6.2.0',
    program: "import { RampInstantSDK as x } from '@ramp-network/ramp-instant-sdk'",
  },
  { name: '@coinbase/cbpay-js', version: '2.4.0', program: "import { initOnRamp as x } from '@coinbase/cbpay-js'" },
  { name: '@transak/transak-sdk', version: '4.0.2', program: "import { Transak as x } from '@transak/transak-sdk'" },
  {
    name: '@lifi/widget',
    version: '4.5.0',
    program: "import { LiFiWidget as x } from '@lifi/widget'",
    external: react,
    isWhole: true,
  },
  {
    name: '@reown/appkit',
    version: '1.8.24',
    program: "import { createAppKit as x } from '@reown/appkit'",
    isWhole: true,
  },
]

export async function benchLoaders(log: (line: string) => void) {
  await buildPackages(log)
  const own = await bundle("import { createLinkConnection as x } from 'transfer-link'\nglobalThis.x = x")
  const folder = join(projectRoot, 'server/dist/browser')
  const sizes = new Map(
    readdirSync(folder).map((name) => [name, gzipSync(readFileSync(join(folder, name)), { level: 9 }).length]),
  )
  const scriptTag = sizes.get('transfer-link.js') ?? 0
  const withLater = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const measured: Loader[] = [
    { name: '**transfer-link**, the entry', initial: own.initial, whole: own.whole, installed: 7 },
    { name: '**transfer-link**, the file for a script tag', initial: scriptTag, whole: withLater, installed: 0 },
  ]
  for (const peer of peers) {
    const found = await measure(peer)
    if (typeof found === 'string') log(`${peer.name} is left out: ${found}`)
    else measured.push(found)
  }
  return { ours: own.initial, scriptTag, peers: measured }
}

async function measure({
  name,
  version,
  program,
  beside = [],
  external = [],
  isWhole = false,
}: Peer): Promise<Loader | string> {
  const folder = join(projectRoot, '.data/loaders', name.replaceAll(/\W+/g, '-'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }))
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  const { code, output } = await runCommand('npm', [...words, '--prefix', folder, `${name}@${version}`, ...beside], {
    quiet: true,
  })
  if (code !== 0) return /npm error (.*)/.exec(output)?.[1] ?? 'npm cannot install it'
  try {
    const { initial, whole } = await bundle(`${program}\nglobalThis.x = x`, {
      folder,
      external,
      plugins: [missingManifest, leftOut],
    })
    return {
      name: `${name} ${version}${isWhole ? ', all of it' : ''}`,
      initial,
      whole,
      installed: countPackages(join(folder, 'node_modules')),
    }
  } catch (error) {
    return `it cannot be bundled: ${String(error).split('\n')[0]}`
  }
}

function countPackages(folder: string): number {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .reduce((sum, name) => sum + (name.startsWith('@') ? readdirSync(join(folder, name)).length : 1), 0)
}
