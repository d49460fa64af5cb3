import { expect } from '@open-wc/testing'
import { addWalletConnector } from '../../components/embed/create-link-connection.ts'
import type { Integration } from '../../components/flow/link-responses.ts'
import { states } from './samples.ts'
import { showStep } from './show-step.ts'

describe('choose-wallet', () => {
  it('is accessible, and emits the wallet or the way for all others', async () => {
    const { step, press, events } = await showStep(states['choose-wallet'])
    await expect(step).to.be.accessible()
    press(/^Sandbox Wallet$/)
    press(/^Pay by link/)
    expect(events).to.deep.equal([{ type: 'walletChosen', walletId: '1' }, { type: 'payByLinkChosen' }])
  })

  it('shows a wallet without a name or a picture too', async () => {
    expect((await showStep(states['choose-wallet'])).text()).to.contain('Browser wallet')
  })

  it('offers payment from another wallet first if no wallet was found, and says so', async () => {
    const { step, text, press, events } = await showStep(states['choose-wallet (none)'])
    expect(step.shadowRoot?.querySelector('h1')?.textContent).to.equal('Pay by link or QR code')
    expect(text()).to.contain('No wallet was found')
    press(/^Pay by link/)
    expect(events).to.deep.equal([{ type: 'payByLinkChosen' }])
  })

  it('offers no wallet that could not be connected, and no other way but that', async () => {
    const flow = states['choose-wallet']
    const heading = async (only: Partial<Integration>) => {
      const integration = { ...(flow.context.integration as Integration), ...only }
      const { step } = await showStep({ ...flow, context: { ...flow.context, integration } })
      return [step.shadowRoot?.querySelector('h1')?.textContent, step.shadowRoot?.querySelectorAll('.row').length]
    }
    expect(await heading({ families: [] })).to.deep.equal(['Pay by link or QR code', 1])
    expect(await heading({ payOnly: true })).to.deep.equal(['Pay by link or QR code', 1])
    expect((await heading({}))[0]).to.equal('Connect a wallet')
  })

  it('lists wallets of the kinds of chain that can be paid on, and names the kind that is not the usual one', async () => {
    const flow = states['choose-wallet']
    const [first] = flow.wallets ?? []
    const wallets = first ? [first, { ...first, id: '2', family: 'solana' as const }] : []
    const rows = async (families: ('evm' | 'solana')[]) => {
      const integration = { ...(flow.context.integration as Integration), families }
      const { step } = await showStep({ ...flow, wallets, context: { ...flow.context, integration } })
      return [...(step.shadowRoot?.querySelectorAll('h2 + .rows .mid') ?? [])].map((row) => row.textContent)
    }
    expect(await rows(['evm', 'solana'])).to.deep.equal(['Sandbox Wallet', 'Sandbox WalletSolana'])
    expect(await rows(['solana'])).to.deep.equal(['Sandbox WalletSolana'])
    expect(await rows(['evm'])).to.deep.equal(['Sandbox Wallet'])
  })

  it('draws a picture that a wallet gives, and no other address', async () => {
    const { step } = await showStep(states['choose-wallet'])
    const pictures = [...(step.shadowRoot?.querySelectorAll('img') ?? [])]
    expect(pictures.map(({ src }) => src.slice(0, 15))).to.deep.equal(['data:image/png;'])
  })

  it('offers no payment where nothing is to be sent', async () => {
    const flow = states['choose-wallet']
    const context = { ...flow.context, session: { ...flow.context.session, transfersEnabled: false } }
    expect((await showStep({ ...flow, context })).text()).not.to.contain('Pay by link')
  })
})

describe('connect-wallet', () => {
  it('is accessible and can be cancelled', async () => {
    const { step, press, events } = await showStep(states['connect-wallet'])
    await expect(step).to.be.accessible()
    press(/^Cancel$/)
    expect(events).to.deep.equal([{ type: 'back' }])
  })
})

describe('choose-wallet of an app that knows the account', () => {
  it('names the account that is expected', async () => {
    const flow = states['choose-wallet']
    const expectedWallet = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
    const context = { ...flow.context, session: { ...flow.context.session, expectedWallet } }
    const { step, text } = await showStep({ ...flow, isAgain: true, context })
    await expect(step).to.be.accessible()
    expect(text()).to.match(/Expected account: 0x8ba1…BA72/)
  })
})

describe('other-account', () => {
  it('is accessible, shows both addresses, and lets the user decide', async () => {
    const { step, press, events, text } = await showStep(states['other-account'])
    await expect(step).to.be.accessible()
    expect(text()).to.match(/Expected account.*0x8ba1.*Account in the wallet.*0x1234/)
    press(/^Switch in the wallet$/)
    press(/^Use this account instead$/)
    expect(events).to.deep.equal([{ type: 'accountSwitched' }, { type: 'otherAccountConfirmed' }])
  })
})

describe('prove-wallet', () => {
  it('is accessible, names the address, and sends the wallet one request', async () => {
    const { step, press, events, text } = await showStep(states['prove-wallet'])
    await expect(step).to.be.accessible()
    expect(text()).to.match(/Confirm that this address is yours.*moves nothing.*0x1234/)
    press(/^Sign with Sandbox Wallet$/)
    expect(events).to.deep.equal([{ type: 'proofRequested' }])
  })

  it('sends no second request while the first is pending', async () => {
    const { step, press, events } = await showStep(states['prove-wallet (signing)'])
    await expect(step).to.be.accessible()
    press(/wallet/)
    expect(events).to.deep.equal([])
  })

  it('says that the user has declined, and can be tried again', async () => {
    const { step, press, events, text } = await showStep(states['prove-wallet (refused)'])
    await expect(step).to.be.accessible()
    expect(text()).to.contain('You declined the request in Sandbox Wallet')
    press(/^Sign with Sandbox Wallet$/)
    expect(events).to.deep.equal([{ type: 'proofRequested' }])
  })
})

describe('review-transfer of a wallet', () => {
  it('shows the contract and both coins that leave, and no fee of an exchange', async () => {
    const { step, press, events, text } = await showStep(states['review-transfer (wallet)'])
    await expect(step).to.be.accessible()
    expect(text())
      .to.match(/Token contract.*0x833589fC/)
      .and.to.match(/Network fee \(est\.\)≈ 0\.000021 ETH/)
      .and.to.match(/Leaves your account250 USDC0\.000021 ETH/)
      .and.not.to.contain('Exchange fee')
    press(/^Confirm in Sandbox Wallet$/)
    expect(events).to.deep.equal([{ type: 'sendRequested' }])
  })
})

describe('review-transfer of a wallet that may have sent', () => {
  it('says so, and offers to search for wallets again', async () => {
    const problem = { errorType: 'walletMayHaveSent', errorData: { name: 'Tally' }, message: '', httpStatus: 409 }
    const { step, press, events, text } = await showStep({ ...states['review-transfer (wallet)'], problem })
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Tally may have already sent this transfer').and.not.to.contain('Confirm in')
    press(/^Check again$/)
    expect(events).to.deep.equal([{ type: 'sendRequested' }])
  })
})

describe('review-transfer of a wallet on Solana', () => {
  it('names what of the fee stays in the account that the recipient gets, and nothing where it has one', async () => {
    const flow = states['review-transfer (wallet)']
    const deposit = { fee: '0.00203928', feeCurrency: 'SOL', feeInFiat: null }
    const preview = { ...flow.quote.preview, deposit }
    const { step, text } = await showStep({ ...flow, quote: { ...flow.quote, preview } })
    await expect(step).to.be.accessible()
    expect(text()).to.match(/recipient’s token account\s*0\.00203928 SOL/)
    expect((await showStep(flow)).text()).not.to.contain('new token account')
  })
})

describe('confirm-in-wallet', () => {
  it('is accessible, says what the wallet shows, and can be cancelled', async () => {
    const { step, press, events, text } = await showStep({ ...states['confirm-in-wallet'], stage: 'adding' })
    await expect(step).to.be.accessible()
    expect(text()).to.contain('is asking to add the network')
    press(/^Cancel$/)
    expect(events).to.deep.equal([{ type: 'back' }])
  })
})

describe('track-transfer of a wallet', () => {
  it('completes the wallet’s step when the network has the payment, not when the wallet says so', async () => {
    const flow = states['track-transfer (wallet)']
    const steps = async (hash: string) => {
      const { step } = await showStep({ ...flow, transfer: { ...flow.transfer, hash } })
      return [...(step.shadowRoot?.querySelectorAll('ol li') ?? [])].map((each) => each.className)
    }
    expect((await steps(''))[0]).to.equal('now')
    expect((await steps(flow.transfer.hash))[0]).to.equal('done')
  })
})

describe('a payment without a wallet here', () => {
  it('offers every asset that the app accepts', async () => {
    const { step, press, events } = await showStep(states['choose-payment'])
    await expect(step).to.be.accessible()
    press(/Ethereum$/)
    expect(events).to.deep.equal([{ type: 'destinationChosen', index: 1 }])
  })

  it('requires the amount, and rejects text that is not a number', async () => {
    const { step, press, type, events, text } = await showStep(states['payment-amount'])
    await expect(step).to.be.accessible()
    type('Amount in USDC', 'some')
    press(/^Continue$/)
    expect(events).to.deep.equal([])
    await (step as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete
    expect(text()).to.contain('That is not an amount')
    type('Amount in USDC', '1,250.50')
    press(/^Continue$/)
    expect(events).to.deep.equal([{ type: 'paymentRequested', amount: '1250.5' }])
  })

  it('shows a QR code with a name, and opens payment links only', async () => {
    const { step } = await showStep(states['pay-by-link'])
    await expect(step).to.be.accessible()
    expect(step.shadowRoot?.querySelector('.qr')?.getAttribute('aria-label')).to.equal('QR code of this payment')
    const flow = states['pay-by-link']
    const payment = { ...flow.payment, paymentUri: 'javascript:alert(1)' }
    const { step: hostile } = await showStep({ ...flow, payment })
    expect(hostile.shadowRoot?.querySelectorAll('a').length).to.equal(0)
  })

  it('shows address, tag and network for a manual payment', async () => {
    const { step, text } = await showStep(states['pay-by-link (by hand)'])
    await expect(step).to.be.accessible()
    expect(text())
      .to.match(/Send only USDC on Base/)
      .and.to.match(/Amount\s*250 USDC/)
      .and.to.match(/Memo \/ tag.*10203/)
      .and.to.match(/Minimum.*10 USDC/)
  })

  it('says that an unwatched payment cannot be detected, and does not poll', async () => {
    const { step, press, events, text } = await showStep(states['pay-by-link (by hand)'])
    expect(text()).to.contain('We can’t detect this payment automatically')
    expect(step.shadowRoot?.querySelector('.waits')).to.equal(null)
    press(/^I have paid$/)
    expect(events).to.deep.equal([{ type: 'paymentReported' }])
  })
})

describe('addWalletConnector', () => {
  it('announces a wallet at every request until it is removed', () => {
    const names: string[] = []
    const onAnnounce = (event: Event) => names.push((event as CustomEvent).detail.info.name)
    addEventListener('eip6963:announceProvider', onAnnounce)
    const remove = addWalletConnector({ name: 'Phone', rdns: 'test.phone', provider: { request: async () => null } })
    dispatchEvent(new Event('eip6963:requestProvider'))
    remove()
    dispatchEvent(new Event('eip6963:requestProvider'))
    removeEventListener('eip6963:announceProvider', onAnnounce)
    expect(names).to.deep.equal(['Phone', 'Phone'])
  })
})
