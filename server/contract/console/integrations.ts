import type { PauseRow } from './pauses.ts'

/** Of the last minutes, of the process that serves the console. */
export interface RecentCallFigures {
  calls: number
  errors: number
  /** 95 of 100 calls took at most so long. Null without a call. */
  p95Ms: number | null
  /** They took longer than `p95Ms`. */
  isLonger: boolean
}

export interface OpenTransferFigures {
  count: number
  oldest: { id: string; createdAt: string } | null
}

export interface ExchangeRow {
  type: string
  name: string
  /** While it is open, calls fail at once. Withdrawals and polls are still sent. */
  circuit: 'closed' | 'open'
  calls: RecentCallFigures
  open: OpenTransferFigures
  /** Of this exchange. Pauses of everything are in `pauses`. */
  pause: PauseRow | null
}

export interface WalletRow {
  kind: 'evm' | 'solana' | 'other'
  networks: string[]
  open: OpenTransferFigures
}

export interface NodeRow {
  network: string
  name: string
  calls: RecentCallFigures
  /** Transfers of wallets on this network. */
  open: OpenTransferFigures
}

/** GET /api/integrations */
export interface Integrations {
  exchanges: ExchangeRow[]
  wallets: WalletRow[]
  walletPause: PauseRow | null
  nodes: NodeRow[]
  pauses: PauseRow[]
  /** The begin of the figures of calls: the process started, or the minutes that are kept. */
  callsSince: string
  /** The storage allows other processes of this server, whose calls are not counted here. */
  mayHaveOtherProcesses: boolean
}
