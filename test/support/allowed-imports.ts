// The allowed imports between folders. Anything not listed is refused, including imports from or to a new folder. A key is a folder
// or a file; the longest matching key applies. Imports inside one folder are always allowed.

/** From the lowest to the highest. */
const layers = {
  contract: ['server/contract'],
  base: [
    'server/cache',
    'server/networks',
    'server/storage',
    'server/secrets',
    'server/log',
    'server/config-values.ts',
    'server/package-info.ts',
  ],
  sources: [
    'server/exchanges',
    'server/prices',
    'server/chains',
    'server/clients',
    'server/links',
    'server/limits',
    'server/events',
    'server/keys',
    'server/audit',
  ],
  beforeEngine: ['server/accounts', 'server/risk'],
  engine: ['server/transfers'],
  wallets: ['server/wallets'],
  webhooks: ['server/webhooks'],
}
const belowEngine = [...layers.contract, ...layers.base, ...layers.sources, ...layers.beforeEngine]
const belowRoutes = [...belowEngine, ...layers.engine, ...layers.wallets, ...layers.webhooks, 'server/http']
const belowMain = [...belowRoutes, 'server/routes', 'server/console', 'server/app.ts', 'server/config.ts']
const amount = 'server/contract/amount.ts'
const display = ['components/ui', 'components/texts', amount]

/** By a folder or a file: the folders and files that it may import. */
const allowed: Record<string, string[]> = {
  [amount]: [],
  'server/contract': [amount],
  'server/cache': [],
  'server/networks': [...layers.contract, 'server/cache'],
  'server/storage': [...layers.contract, 'server/cache'],
  'server/secrets': layers.contract,
  'server/log': layers.contract,
  'server/package-info.ts': [],
  'server/config-values.ts': [],
  'server/config-credentials.ts': [],
  'server/config-variables.ts': ['server/secrets', 'server/storage', 'server/config-values.ts'],
  'server/config-console.ts': ['server/config-values.ts', 'server/config-variables.ts'],
  'server/config-problems.ts': ['server/secrets', 'server/networks', 'server/config-values.ts'],
  'server/config.ts': [
    ...layers.contract,
    'server/secrets',
    'server/storage',
    'server/networks',
    'server/risk',
    // The names of the limits that can be set, so that a wrong one is reported with all other problems.
    'server/exchanges',
    'server/config-console.ts',
    'server/config-credentials.ts',
    'server/config-problems.ts',
    'server/config-values.ts',
    'server/config-variables.ts',
  ],
  'server/exchanges': ['server/contract', 'server/cache', 'server/networks'],
  'server/prices': [...layers.contract, ...layers.base, 'server/exchanges'],
  'server/chains': [...layers.contract, ...layers.base],
  'server/clients': ['server/contract', 'server/storage', 'server/secrets', 'server/audit'],
  'server/links': ['server/contract', 'server/storage', 'server/secrets'],
  'server/events': ['server/contract', 'server/storage'],
  'server/keys': ['server/secrets', 'server/storage'],
  'server/audit': ['server/storage'],
  'server/accounts': [
    'server/contract',
    'server/storage',
    'server/secrets',
    'server/exchanges',
    'server/clients',
    'server/events',
  ],
  'server/risk': ['server/contract', 'server/networks', 'server/storage'],
  'server/transfers': belowEngine,
  'server/wallets': [...belowEngine, ...layers.engine],
  'server/webhooks': [...belowEngine, ...layers.engine],
  'server/limits': ['server/storage', 'server/config-values.ts'],
  'server/http': [
    'server/contract',
    'server/cache',
    'server/log',
    'server/config-values.ts',
    'server/clients',
    'server/links',
    'server/limits',
  ],
  'server/erase-user.ts': [...belowEngine, ...layers.engine, ...layers.webhooks],
  'server/retention.ts': [
    'server/erase-user.ts',
    'server/console',
    ...belowEngine,
    ...layers.engine,
    ...layers.wallets,
    ...layers.webhooks,
  ],
  'server/routes': belowRoutes,
  'server/console': [...belowRoutes, 'server/erase-user.ts'],
  'server/serve-console.ts': [...belowRoutes, 'server/console', 'server/routes'],
  'server/app.ts': [...belowRoutes, 'server/routes'],
  'server/create-deps.ts': [...belowRoutes, 'server/routes', 'server/config.ts', 'server/retention.ts'],
  'server/index.ts': [
    ...belowMain,
    'server/create-deps.ts',
    'server/create-webhook-deps.ts',
    'server/main.ts',
    'server/watch-durability.ts',
  ],
  'server/create-webhook-deps.ts': ['server/routes', 'server/webhooks'],
  'server/shut-down.ts': ['server/log'],
  'server/watch-durability.ts': ['server/log', 'server/storage'],
  'server/main.ts': [
    ...belowMain,
    'server/create-deps.ts',
    'server/create-webhook-deps.ts',
    'server/serve-console.ts',
    'server/shut-down.ts',
    'server/watch-durability.ts',
  ],
  'server/cli': [...belowMain, 'server/main.ts', 'server/erase-user.ts'],
  // The supervisor requests the hot wallet's address, to have it funded.
  sandbox: ['sandbox/exchange'],
  'sandbox/exchange': [],
  // The command as it is installed, built from server/cli.
  'server/dist/node': [],
  'server/bin.js': ['server/cli', 'server/dist/node'],
  'components/protocol': [],
  'components/texts': [],
  'components/ui': display,
  'components/flow': [...display, 'components/protocol', 'components/flow/wallet-calls.ts'],
  // A hosted page without a site around it reads the browser's wallets itself.
  'components/flow/wallet-bridge-client.ts': ['components/protocol', 'components/embed/wallet-bridge-host.ts'],
  'components/flow/wallet-calls.ts': [
    'components/flow',
    'components/protocol',
    'components/flow/wallet-bridge-client.ts',
  ],
  'components/screens': [...display, 'components/protocol', 'components/flow'],
  'components/screens/transfer-flow.ts': [...display, 'components/protocol', 'components/flow', 'components/screens'],
  'components/embed': [...display, 'components/protocol', 'components/embed/wallet-bridge-host.ts'],
  'components/embed/wallet-bridge-host.ts': ['components/protocol', 'components/embed'],
  'components/vite.config.ts': [],
  host: ['components', amount],
  'host/console': ['components/ui', 'server/contract', 'host/console/routes.ts'],
  'host/console/routes.ts': ['host/console'],
  'host/console/screens': ['components/ui', 'server/contract', 'host/console'],
  examples: [],
}

/** Folders that include their subfolders. Elsewhere a subfolder with its own key is separate: sandbox/exchange is not sandbox. */
const foldersWithSubfolders = ['components', 'server/contract']

/** Imported dynamically only, so that the first screen does not load the code of later ones. */
const lazyImports: Record<string, string[]> = {
  'components/flow/calls.ts': ['components/flow/wallet-calls.ts'],
  'components/screens/transfer-flow.ts': ['components/screens/leave-dialog.ts'],
  'components/screens/screens.ts': [
    'components/screens/choose-asset.ts',
    'components/screens/review-transfer.ts',
    'components/screens/choose-wallet.ts',
  ],
  'host/console/routes.ts': ['host/console/screens'],
}

/** Loaded when they are used first: few operators need them. */
const lazyPackages = /^import (?!type\b)[^'"]*['"](openid-client|@simplewebauthn\/[a-z]+)['"]/gm

/** Packages that only these folders and files may use. */
const packageUsers: [RegExp, string[]][] = [
  [/^transfer-link-server(\/.+)?$/, ['server/package-info.ts', 'sandbox', 'examples']],
  [
    /^(hono|@hono\/.+)$/,
    ['server/http', 'server/routes', 'server/console', 'server/app.ts', 'server/main.ts', 'sandbox', 'examples'],
  ],
  [/^(better-sqlite3|pg)$/, ['server/storage', 'sandbox', 'examples/shop']],
  [/^@opentelemetry\/.+$/, ['server/log']],
  [/^standardwebhooks$/, ['sandbox', 'examples/shop']],
  [/^openid-client$/, ['server/console/identity-provider.ts']],
  [/^@simplewebauthn\/server$/, ['server/console/verify-passkey.ts']],
  [/^@simplewebauthn\/browser$/, ['host/console']],
  [/^(lit(\/.+)?|@lit\/.+)$/, ['components', 'host']],
  [/^@lit-labs\/.+$/, ['host']],
  [/^react$/, ['components/embed/react.ts', 'examples/react']],
  [/^solid-js$/, ['components/embed/solid.ts', 'examples/solid']],
  [/^svelte\/elements$/, ['components/embed/svelte.ts']],
  [/^vue$/, ['components/embed/vue.ts', 'examples/vue']],
]
/** Build configurations import their build tools. */
const buildTools = Object.fromEntries(
  ['react', 'solid', 'svelte', 'vue'].map((name) => [
    `examples/${name}/vite.config.ts`,
    /^(vite|vite-plugin-solid|@sveltejs\/vite-plugin-svelte|@vitejs\/plugin-vue)$/,
  ]),
)
const onlyPackages: Record<string, RegExp> = {
  'server/contract': /^zod$/,
  // No shared code: a mistake on both sides would pass every test.
  'sandbox/exchange': /^(?!transfer-link)/,
  components: /^(lit(\/.+)?|@lit\/.+|react|solid-js|svelte\/elements|vue|vite|node:.+)$/,
  host: /^(lit(\/.+)?|@lit(-labs)?\/.+|vite|node:.+)$/,
  'host/console': /^(lit(\/.+)?|@lit\/.+|@simplewebauthn\/browser|vite|node:.+)$/,
  examples:
    /^(transfer-link|transfer-link-server)(\/.+)?$|^node:|^(hono|@hono\/.+)$|^(react|react-dom|solid-js|svelte|vue)(\/.+)?$/,
  'examples/shop': /^(transfer-link|better-sqlite3|standardwebhooks)$|^node:/,
  ...buildTools,
}

const importPattern = /\b(?:from|import)\s*(\(?)\s*(?:'([^']+)'|"([^"]+)"|`([^`$]+)`)/g
/** The page's renderer is a built file. The server imports nothing of its sources. */
const importsAtRunTime = 'server/routes/hosted-files.ts'
const unknownImport = /\bimport\s*\(\s*[^'"`\s]/

/** Every import of `source` that the table does not allow, as sentences. Type imports count too. */
export function forbiddenImports(file: string, source: string): string[] {
  const code = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  const found =
    file !== importsAtRunTime && unknownImport.test(code)
      ? [`${file} has an import whose target is known only at run time`]
      : []
  for (const [, name] of code.matchAll(lazyPackages)) found.push(`${file} may import ${name} only when it uses it`)
  if (keyOf(file) === null) return [`${file} is in no folder of the table`]
  for (const [, bracket, ...names] of code.matchAll(importPattern)) {
    const name = names.find((each) => each !== undefined) ?? ''
    const isAllowed = name.startsWith('.')
      ? allowsFile(file, resolveFrom(file, name), bracket === '(')
      : allowsPackage(file, name)
    if (!isAllowed) found.push(`${file} may not import ${name}`)
  }
  return found
}

function allowsFile(file: string, target: string, isDynamic: boolean): boolean {
  const from = keyOf(file) ?? ''
  const to = keyOf(target)
  const isInside = (folder: string) => to === folder || isIn(target, folder)
  if (lazyImports[from]?.some(isInside)) return isDynamic
  if (from === 'examples') return target.split('/').slice(0, 2).join('/') === file.split('/').slice(0, 2).join('/')
  if (from === to) return true
  return (allowed[from] ?? []).some(
    (folder) => to === folder || (foldersWithSubfolders.includes(folder) && isIn(target, folder)),
  )
}

function allowsPackage(file: string, name: string): boolean {
  const only = Object.entries(onlyPackages).findLast(([folder]) => isIn(file, folder))
  if (only && !only[1].test(name)) return false
  const restricted = packageUsers.find(([pattern]) => pattern.test(name))
  return restricted === undefined || restricted[1].some((folder) => isIn(file, folder))
}

/** The longest key of the table that contains the file. */
function keyOf(file: string): string | null {
  const fitting = Object.keys(allowed).filter((key) => isIn(file, key))
  return fitting.sort((a, b) => b.length - a.length)[0] ?? null
}

function isIn(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`)
}

function resolveFrom(file: string, name: string): string {
  return new URL(name, `file:///${file}`).pathname.slice(1)
}
