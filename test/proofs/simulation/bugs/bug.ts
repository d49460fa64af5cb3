/** A plausible mistake, as an exact change to a source file. */
export interface Bug {
  name: string
  /** The rules of which it must break at least one. */
  breaks: readonly string[]
  changes: readonly Change[]
}

export interface Change {
  /** Relative to the repository. */
  file: string
  find: string
  replace: string
}

const transfers = 'server/transfers'

export const files = {
  execute: `${transfers}/execute.ts`,
  reserve: `${transfers}/reserve-send.ts`,
  endPreview: `${transfers}/end-preview.ts`,
  send: `${transfers}/send-withdrawal.ts`,
  outcome: `${transfers}/write-outcome.ts`,
  polling: `${transfers}/poll-transfer.ts`,
  store: `${transfers}/transfer-store.ts`,
  timeline: `${transfers}/timeline.ts`,
  reconcile: `${transfers}/reconcile.ts`,
  fingerprint: `${transfers}/fingerprint.ts`,
  chain: `${transfers}/poll-chain.ts`,
  payment: `${transfers}/payment-proof.ts`,
  atExchange: `${transfers}/poll-exchange.ts`,
  lease: `${transfers}/lease.ts`,
  pollPool: `${transfers}/poll-pool.ts`,
  pollLeased: `${transfers}/poll-leased.ts`,
  pollLanes: `${transfers}/poll-lanes.ts`,
  pollRequests: `${transfers}/poll-requests.ts`,
  busyKeys: `${transfers}/busy-keys.ts`,
  endedLeases: `${transfers}/ended-leases.ts`,
  pollSchedule: `${transfers}/poll-schedule.ts`,
  status: `${transfers}/transfer-status.ts`,
  list: `${transfers}/transfer-list.ts`,
  previewStore: `${transfers}/preview-store.ts`,
  schema: 'server/storage/migrations/0001-first.ts',
  proofSchema: 'server/storage/migrations/0007-payment-proof.ts',
  callAccount: 'server/accounts/call-account.ts',
  findSent: 'server/wallets/find-sent.ts',
  pollWallet: 'server/wallets/poll-evm-wallet.ts',
  adoptPayment: 'server/wallets/adopt-evm-payment.ts',
  pollTransaction: 'server/wallets/poll-evm-transaction.ts',
  lastSearch: 'server/wallets/last-search.ts',
  dueDeliveries: 'server/webhooks/due-deliveries.ts',
  recordResults: 'server/webhooks/record-results.ts',
  writeResults: 'server/webhooks/write-results.ts',
  deliveryOutcome: 'server/webhooks/delivery-outcome.ts',
  eventFault: 'server/webhooks/event-fault.ts',
  makeRetriesDue: 'server/webhooks/make-retries-due.ts',
  serveEndpoint: 'server/webhooks/serve-endpoint.ts',
  requestStart: 'server/webhooks/request-start.ts',
  endpointLease: 'server/webhooks/endpoint-lease.ts',
  makeFirstDue: 'server/webhooks/make-first-due.ts',
  replayPages: 'server/webhooks/replay-pages.ts',
  endpointHealth: 'server/webhooks/endpoint-health.ts',
  webhookEndpoint: 'server/webhooks/webhook-endpoint.ts',
  fanOut: 'server/events/fan-out.ts',
  adapter: 'test/proofs/simulation/exchange-adapter.ts',
  exchange: 'test/proofs/simulation/simulated-exchange.ts',
}
