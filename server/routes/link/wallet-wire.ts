import type * as z from 'zod'
import type { LinkPreview } from '../../contract/wire/link-transfer.ts'
import type { TransferTerms } from '../../transfers/terms.ts'
import { walletStrategy } from '../../wallets/request-wallet.ts'
import type { RouteDeps } from '../route-deps.ts'

/** The chain parameters that a wallet needs. Throws `networkNotEligible`. */
export function walletChainToLink(deps: RouteDeps, terms: TransferTerms): z.infer<typeof LinkPreview>['wallet'] {
  const { network, chain } = walletStrategy(deps, terms)
  const { chainId, rpcUrl, explorerUrl, nativeDecimals: decimals } = chain
  const coin = network.tokens.find(({ contract }) => contract === '')
  return {
    chainId,
    chainName: deps.environment === 'sandbox' ? `${network.name} (Sandbox)` : network.name,
    nativeCurrency: { name: coin?.name ?? network.nativeSymbol, symbol: network.nativeSymbol, decimals },
    rpcUrl,
    explorerUrl,
  }
}
