import type { FlowContext } from '../flow/flow-context.ts'
import type { Disc } from '../ui/letter-disc.ts'

type Brand = Pick<Disc, 'color' | 'logo'>

/** Of an exchange that is known by its name alone. */
export function brandNamed({ integrations }: FlowContext, name: string): Brand | undefined {
  return integrations?.find((each) => each.name === name)
}

/** The colour and the logo of the exchange that the account belongs to. The colour is '' if unknown. */
export function senderBrand({ account, integrations, integration }: FlowContext): Brand {
  const { color = '', logo } = integrations?.find((each) => each.type === account?.type) ?? integration ?? {}
  return { color, logo }
}
