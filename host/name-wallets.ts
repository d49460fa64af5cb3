import type { InitialData } from '../components/screens/first-screen.ts'
import type { Texts } from '../components/texts/texts.ts'

/** The data with the row for wallets named in the user's language. */
export function nameWallets(data: InitialData | null, { wallets }: Texts): InitialData | null {
  if (data === null) return null
  const integrations = data.integrations.map((each) =>
    each.kind === 'wallet' ? { ...each, name: wallets.unnamed } : each,
  )
  return { ...data, integrations }
}
