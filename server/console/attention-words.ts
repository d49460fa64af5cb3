// What each reason for which a transfer is flagged means, and what to find out.
// docs/src/content/docs/operate/flagged-transfers.md has the same reasons.

interface AttentionWords {
  /** The reasons begin with one of these. */
  begins: readonly string[]
  meaning: string
  check: string
}

const mayBeOther = 'The withdrawal is at the exchange, but it could belong to another transfer of the same amount.'
const isUnclear = 'The wallet has probably paid, but no transaction proves that this payment belongs to this transfer.'
const differs = 'What the exchange or the chain shows is not what the user confirmed.'

export const attentionWords: readonly AttentionWords[] = [
  {
    begins: ['pending for over 24 hours'],
    meaning: 'The exchange has accepted the withdrawal and has not finished it. The account may be charged.',
    check: 'Whether the exchange still processes the withdrawal, or the network the transaction.',
  },
  {
    begins: ['the status of the transaction has not changed'],
    meaning: 'The transaction is known, and the network has neither confirmed nor dropped it.',
    check: 'Whether the network still processes the transaction.',
  },
  {
    begins: ['every sign-in known has ended'],
    meaning: 'The server can no longer read the account, so it does not learn the outcome.',
    check: 'The user’s history at the exchange. Polls succeed again once the user has signed in.',
  },
  {
    begins: [
      'several withdrawals at the exchange',
      'the withdrawal at the exchange could be that of another',
      'a withdrawal at the exchange equals this one except for its network',
    ],
    meaning: mayBeOther,
    check: 'Which withdrawal belongs to which transfer.',
  },
  {
    begins: [
      'the exchange returned another withdrawal',
      'the withdrawal under our reference',
      'the exchange charged a higher fee',
      'the exchange names no transaction',
      'the exchange returned a hash',
      'the mined transaction',
    ],
    meaning: differs,
    check: 'How the withdrawal and the transaction differ from the terms of the transfer.',
  },
  {
    begins: ['the exchange says it failed, and the chain shows'],
    meaning: 'The recipient was paid, although the exchange says that the withdrawal failed.',
    check: 'Whether the exchange sent the amount again, or corrects its record.',
  },
  {
    begins: ["the order is older than the exchange's history", 'the settings of the API key or of the account'],
    meaning: 'The server cannot conclude any more that the exchange did not make the withdrawal.',
    check: 'Whether the exchange made the withdrawal.',
  },
  {
    begins: ['the exchange accepted the order, and the transfer has another outcome'],
    meaning: 'The exchange made a withdrawal for a transfer whose stored outcome does not count it.',
    check:
      'The withdrawal id in the timeline. If the transfer has ended, neither its state nor the flag can be changed: correct your own books.',
  },
  {
    begins: ['the payment fits equal attempts'],
    meaning: 'The chain has one payment, and several transfers of different users have its amount, token and address.',
    check:
      'Which of the transfers it pays. The search by the recipient’s address lists them. Ask each user for the transaction that ' +
      'their wallet shows, and record the payment for one transfer only.',
  },
  {
    begins: ['a payment on the chain cannot be assigned', 'its nonce may be', 'the account is a contract'],
    meaning: isUnclear,
    check: 'Whether one of the payments to the recipient’s address at that time is this one.',
  },
  {
    begins: ['the watch has ended'],
    meaning: 'The server has found no payment of the wallet in the whole search, and does not search any more.',
    check:
      'Whether the recipient’s address was paid at that time. If not, the user closed the wallet without sending: record the transfer as not sent.',
  },
  {
    begins: ['the chain could not be searched', 'the node no longer has the blocks', 'no node of its network'],
    meaning: 'The server cannot read the chain, so it does not know whether the wallet has paid.',
    check: 'The node in RPC_URLS. If it works again, the next poll continues.',
  },
]

const others = {
  meaning: 'The server cannot end this transfer by itself.',
  check: 'The withdrawal at the exchange and the payment on the chain, against the terms of the transfer.',
}

export function wordsOfAttention(reason: string): { meaning: string; check: string } {
  return attentionWords.find(({ begins }) => begins.some((start) => reason.startsWith(start))) ?? others
}
