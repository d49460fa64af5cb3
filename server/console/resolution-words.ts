// The outcomes that an operator can record, and their effect on the user's money and on the app.

import type { ResolutionView } from '../contract/console/transfers.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import type { Resolution } from '../transfers/resolution.ts'
import type { ResolutionOption } from '../transfers/resolution-rules.ts'
import type { Transfer } from '../transfers/transfer-store.ts'

type ResolutionWords = Pick<ResolutionView, 'label' | 'effect' | 'field' | 'option'>

const words: Record<Resolution['kind'], ResolutionWords> = {
  sent: {
    label: 'The exchange made the withdrawal',
    effect:
      'The money stays with the exchange’s withdrawal, which the server polls from then on. The app gets transfer.succeeded or transfer.failed later, with the outcome.',
    field: { name: 'withdrawalId', label: 'Withdrawal id at the exchange' },
    option: '--sent',
  },
  notSent: {
    label: 'Nothing was sent',
    effect:
      'The transfer ends as failed, and the money counts as never sent. The app gets transfer.failed and does not credit the user, who can send again. If the money was sent after all, the user pays twice.',
    field: null,
    option: '--not-sent',
  },
  succeeded: {
    label: 'The recipient was paid',
    effect:
      'The transfer ends as succeeded. The app gets transfer.succeeded and credits the user. With the hash of another payment, the app credits a user who has not paid.',
    field: {
      name: 'hash',
      label: 'Hash of the transaction',
    },
    option: '--succeeded',
  },
  returned: {
    label: 'The money is back in the account',
    effect:
      'The transfer ends as failed, and the money counts as returned to the user’s account. The app gets transfer.failed and does not credit the user.',
    field: null,
    option: '--returned',
  },
}

const notSentByWallet =
  'The transfer ends as failed, and the money counts as never sent from the wallet. The app gets transfer.failed and does not credit the user. If the wallet has paid after all, the recipient has money for which no user is credited.'

export function resolutionWords(
  { exchangeType }: Pick<Transfer, 'exchangeType'>,
  kind: Resolution['kind'],
): ResolutionWords {
  const { effect, ...others } = words[kind]
  return { ...others, effect: kind === 'notSent' && isSelfCustody(exchangeType) ? notSentByWallet : effect }
}

export function resolutionView(transfer: Transfer, { kind, obstacle }: ResolutionOption): ResolutionView {
  return {
    kind,
    ...resolutionWords(transfer, kind),
    refusal: obstacle === null ? null : `This transfer ${obstacle.problem.replace(/, until .*/, '')}.`,
    allowedFrom: obstacle?.until?.toISOString() ?? null,
  }
}
