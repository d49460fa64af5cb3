export interface AuditRow {
  n: number
  at: string
  actor: string
  /** `console` and the address of the operator, or the machine of a command. */
  origin: string
  action: string
  target: string
  before: object | null
  after: object | null
  reason: string | null
}

/** GET /api/audit/verify */
export interface AuditVerification {
  entries: number
  lastHash: string
  /** The number of the first entry that is missing or was changed. Null if there is none. */
  broken: number | null
}
