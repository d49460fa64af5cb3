import type * as z from 'zod'
import type { LinkPreview } from '../../contract/wire/link-transfer.ts'
import type { TransferTerms } from '../../transfers/terms.ts'
import { walletNetworkOf } from '../../wallets/ask-wallet.ts'
import { toHex } from '../../wallets/calldata.ts'
import type { RouteDeps } from '../route-deps.ts'

/** What a wallet has to know to be on the right chain. Throws `networkNotEligible`. */
export function walletChainToLink(deps: RouteDeps, terms: TransferTerms): z.infer<typeof LinkPreview>['wallet'] {
  const { network, chainId, rpcUrl, explorerUrl } = walletNetworkOf(deps, terms)
  const coin = network.tokens.find(({ contract }) => contract === '')
  return {
    chainId: toHex(BigInt(chainId)),
    chainName: deps.environment === 'sandbox' ? `${network.name} (Sandbox)` : network.name,
    nativeCurrency: { name: coin?.name ?? network.nativeSymbol, symbol: network.nativeSymbol, decimals: 18 },
    rpcUrl,
    explorerUrl,
  }
}
