// The server as a library: the parts of `transfer-link serve`, for use in another process.

export { createApp } from './app.ts'
export type { Chain } from './chains/chain.ts'
export { evmChain } from './chains/evm-chain.ts'
export { associatedTokenProgram, systemProgram, tokenAccountOf, tokenProgram } from './chains/solana-keys.ts'
export { readTransaction, transactionOf } from './chains/solana-message.ts'
export { solanaNode } from './chains/solana-node.ts'
export { solanaReads } from './chains/solana-reads.ts'
export { createClient } from './clients/clients.ts'
export { type Config, ConfigError, readConfig } from './config.ts'
export { Amount } from './contract/amount.ts'
export { ApiError } from './contract/errors.ts'
export { createDeps } from './create-deps.ts'
export type * from './exchanges/exchange.ts'
export { ExchangeFailure, type FailureKind } from './exchanges/exchange-failure.ts'
export { type InstrumentedExchanges, instrumentedExchanges } from './exchanges/instrumented-exchange.ts'
export type * from './exchanges/recovery-policy.ts'
export { defaultLeaseMs, defaultPollDelays } from './exchanges/recovery-policy.ts'
export { type ExchangeRegistry, exchangeRegistry, registryOf } from './exchanges/registry.ts'
export type * from './exchanges/sign-in.ts'
export type * from './exchanges/withdrawal.ts'
export { readBody, readText } from './http/read-request.ts'
export type { AppContext, AppEnv } from './http/request-context.ts'
export { type Listening, serve } from './http/serve.ts'
export { jsonLog } from './log/log.ts'
export { type Metrics, newMetrics } from './log/metrics.ts'
export { type Mount, runServer } from './main.ts'
export { type NetworkCatalogue, networkCatalogue } from './networks/catalogue.ts'
export type { Network } from './networks/network.ts'
export { builtFolder, version } from './package-info.ts'
export { cachedPrices } from './prices/prices.ts'
export type {
  DestinationCheck,
  DestinationToCheck,
  RiskDeps,
  RiskError,
  TransferCheck,
  TransferToCheck,
} from './risk/risk-subject.ts'
export { type HostedFiles, hostedFiles } from './routes/hosted-files.ts'
export type { AppDeps } from './routes/route-deps.ts'
export { generatedKeyRing, type KeyRing, keyRing, parseMasterKeys } from './secrets/key-ring.ts'
export { type Sealer, sealer } from './secrets/seal.ts'
export { openStorage, type StorageSettings } from './storage/open.ts'
export { DatabaseUnreachable } from './storage/postgres.ts'
export { FolderInUse } from './storage/sqlite.ts'
export type { Database } from './storage/storage.ts'
export { type Polling, startPolling } from './transfers/polling.ts'
