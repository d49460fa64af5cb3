import type { FlowContext } from '../flow/flow-context.ts'

/** The colour of the exchange that the account belongs to, '' if unknown. */
export function senderColor({ account, integrations, integration }: FlowContext): string {
  const chosen = integrations?.find((each) => each.type === account?.type) ?? integration
  return chosen?.color ?? ''
}
