// The order of the pages. A test checks that every page is listed.

/** The address of a page, with a shorter name than its title if that is long; a group, or all pages of a folder. */
type Item =
  | string
  | { slug: string; label: string }
  | { label: string; collapsed?: boolean; items: Item[] }
  | { autogenerate: { directory: string } }

const folder = (label: string, directory: string): Item => ({
  label,
  collapsed: true,
  items: [{ autogenerate: { directory } }],
})
const generated = (label: string, name: string) => folder(label, `generated/${name}`)

export const sidebar: Item[] = [
  { label: 'Start', items: ['start/what-it-is', 'start/quick-start', 'start/concepts'] },
  {
    label: 'Integrate',
    items: [
      'integrate/create-a-link',
      'integrate/script-tag',
      'integrate/npm-package',
      'integrate/frameworks',
      'integrate/playground',
      'integrate/element',
      'integrate/events',
      { slug: 'integrate/styling-and-languages', label: 'Styling and languages' },
      { slug: 'integrate/csp-and-sri', label: 'Content security policy' },
      'integrate/webhooks',
      { slug: 'integrate/native-rest', label: 'Over REST' },
      'integrate/published-clients',
      'integrate/migrating-from-mesh',
      { slug: 'integrate/messages', label: 'Messages' },
      'integrate/screen-readers',
      'integrate/going-live',
    ],
  },
  {
    label: 'API',
    items: [
      'api/quickstart',
      'api/endpoints',
      'api/statuses',
      'api/errors',
      'api/idempotency-and-limits',
      {
        label: 'Reference',
        items: [
          generated('Transfers', 'reference/transfers'),
          generated('Links', 'reference/links'),
          generated('Reading', 'reference/reading'),
          generated('Webhooks', 'reference/webhooks'),
          generated('Accounts', 'reference/accounts'),
          generated('Link session', 'reference/link-session'),
          generated('Operations', 'reference/operations'),
        ],
      },
      generated('Webhook types', 'webhook-types'),
      generated('Error types', 'errors'),
    ],
  },
  {
    label: 'Exchanges and wallets',
    items: [
      'exchanges',
      'exchanges/binance',
      'exchanges/bitget',
      'exchanges/bybit',
      'exchanges/coinbase',
      'exchanges/gate',
      'exchanges/kraken',
      'exchanges/kucoin',
      'exchanges/okx',
      'exchanges/rate-limits',
      'wallets',
      { slug: 'wallets/evm', label: 'EVM networks' },
      { slug: 'wallets/solana', label: 'Solana' },
      { slug: 'wallets/payment-links', label: 'By link or QR code' },
      { slug: 'wallets/connectors', label: 'Other wallets' },
    ],
  },
  { label: 'Sandbox', items: ['sandbox', 'sandbox/webhooks', 'sandbox/emulated-exchanges'] },
  {
    label: 'Operate',
    items: [
      'operate',
      'operate/commands',
      'operate/configuration',
      'operate/master-keys',
      'operate/systemd',
      'operate/image',
      'operate/reverse-proxy',
      'operate/storage',
      'operate/high-availability',
      'operate/backup-and-restore',
      'operate/deploy-and-restart',
      'operate/retention',
      'operate/erase-users',
      'operate/console',
      'operate/audit-log',
      'operate/monitoring',
      folder('Runbooks', 'operate/runbooks'),
      'operate/polling',
      'operate/flagged-transfers',
      'operate/pause-sending',
      'operate/transfer-limits',
      'operate/risk-checks',
      'operate/webhooks',
    ],
  },
  {
    label: 'Trust',
    items: [
      'trust/guarantees',
      'trust/how-it-is-tested',
      'trust/results',
      generated('Saved runs', 'runs'),
      'trust/security-model',
      'trust/limits',
      'trust/licences',
    ],
  },
  {
    label: 'Contribute',
    items: [
      'contribute/contributing',
      'contribute/architecture',
      folder('Decisions', 'contribute/decisions'),
      'contribute/changelog',
    ],
  },
]
