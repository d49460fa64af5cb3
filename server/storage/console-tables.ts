// The tables of the operator's console.

import type { Role } from '../contract/console/role.ts'

export interface ConsoleTables {
  operator: OperatorTable
  operator_passkey: OperatorPasskeyTable
  operator_code: OperatorCodeTable
  operator_challenge: OperatorChallengeTable
  operator_session: OperatorSessionTable
  resolve_proposal: ResolveProposalTable
  transfer_summary: TransferSummaryTable
}

export interface OperatorTable {
  id: string
  /** Unique: the audit log names operators. The name of a removed operator is not used again. */
  name: string
  role: Role
  /** Of an operator who signs in by OIDC. */
  issuer: string | null
  subject: string | null
  created_at: number
  signed_in_at: number | null
  removed_at: number | null
}

interface OperatorPasskeyTable {
  /** The credential's id, in base64url. */
  id: string
  operator_id: string
  /** In COSE format, in base64url. */
  public_key: string
  counter: number
  /** JSON: hints for the browser. */
  transports: string
  /** The operator whose invitation it accepts. Null if a command has invited. */
  invited_by: string | null
  created_at: number
  used_at: number | null
}

/** A code of a one-time URL, by hash. Deleted when it is used. */
interface OperatorCodeTable {
  hash: string
  /** `invite`: registers a passkey. `once`: signs in. */
  kind: 'invite' | 'once'
  name: string
  role: Role
  /** The operator to whom an invitation adds a passkey. Null: the code creates the operator. */
  operator_id: string | null
  /** The operator who has invited. Null for a command. */
  invited_by: string | null
  created_at: number
  expires_at: number
}

/** A sign-in that a browser has begun, by the hash of its cookie. Deleted when it ends. */
interface OperatorChallengeTable {
  hash: string
  kind: 'oidc' | 'register' | 'passkey'
  /** JSON. */
  details: string
  expires_at: number
}

export interface OperatorSessionTable {
  hash: string
  /** Shown to operators. Signs nobody in. */
  id: string
  operator_id: string
  created_at: number
  /** The last sign-in. Some actions require a recent one. */
  signed_in_at: number
  used_at: number
  expires_at: number
  address: string
}

/** A resolution that an operator has proposed. Deleted when a second one approves or declines it, and once the transfer has ended. */
export interface ResolveProposalTable {
  transfer_id: string
  /** JSON. */
  resolution: string
  evidence: string
  operator_id: string
  /** The number of the transfer's last event when it was proposed. */
  last_event: number
  proposed_at: number
}

/** The ended transfers of a period: an hour or a UTC day, by the time at which they ended. */
export interface TransferSummaryTable {
  period: 'hour' | 'day'
  starts_at: number
  exchange_type: string
  network_key: string
  symbol: string
  /** `succeeded`, or the error type of the failed ones. */
  result: string
  transfers: number
  /** Of the asset. The sum of all. */
  amount: string
  /** US dollars. The sum of those that had a price. */
  fiat: string
  without_price: number
  /** JSON: how many took at most as long as each of `arrivalSeconds` (console/arrivals.ts) says, and longer. */
  arrivals: string
}
