import { texts } from '../texts/texts.ts'

interface NamedNetwork {
  name?: string
  networkName?: string
  simulated?: boolean
}

/** Its name, with a word where no chain stands behind it: in the sandbox only. */
export function shownNetwork({ name, networkName = name ?? '', simulated }: NamedNetwork): string {
  return simulated ? texts.sandbox.simulated(networkName) : networkName
}
