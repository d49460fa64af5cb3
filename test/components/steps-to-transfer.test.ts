import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing'
import type { NoEligibleAssets } from '../../components/flow/flow-state.ts'
import { SendGuard } from '../../components/flow/send-guard.ts'
import { deepText } from './deep.ts'
import {
  address,
  arrived,
  base,
  dearerPreview,
  ethereum,
  holding,
  preview,
  problem,
  states,
  unknown,
} from './samples.ts'
import { loadScreenOf, type ScreenFrame } from './screen-frame.ts'
import { showStep } from './show-step.ts'
import { testSurface } from './test-surface.ts'

describe('choose-asset', () => {
  it('is accessible and emits the asset', async () => {
    const { step, press, events } = await showStep(states['choose-asset'])
    await expect(step).to.be.accessible()
    press(/^USD Coin/)
    expect(events).to.deep.equal([{ type: 'assetChosen', symbol: 'USDC' }])
  })

  it('shows what cannot be sent, with the reason', async () => {
    const { text } = await showStep(states['choose-asset'])
    expect(text()).to.contain('Northwind does not accept BTC')
  })

  it('names a few networks of an asset that many carry, and how many others there are', async () => {
    const flow = states['choose-asset']
    const networks = ['Ethereum', 'Base', 'Solana', 'Tron', 'TON'].map((name) => ({ ...base, id: name, name }))
    const { text } = await showStep({ ...flow, context: { ...flow.context, holdings: [{ ...holding, networks }] } })
    expect(text())
      .to.match(/Ethereum.*Base.*\+3/s)
      .and.not.to.contain('Solana')
  })

  it('is accessible while it loads', async () => {
    const { step } = await showStep(states['choose-asset (loading)'])
    await expect(step).to.be.accessible()
  })
})

describe('no-eligible-assets', () => {
  it('is accessible and offers another account', async () => {
    const { step, press, events, text } = await showStep(states['no-eligible-assets'])
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Northwind accepts')
    press(/^Try another account$/)
    expect(events).to.deep.equal([{ type: 'otherAccountRequested' }])
  })
})

describe('no-eligible-assets names the reason', () => {
  const flow = states['no-eligible-assets']
  const ineligible = { ...holding, eligibleForTransfer: false, ineligibilityData: { exchange: 'Sandbox Exchange' } }
  const shown = async (change: Partial<NoEligibleAssets>) => {
    const { step, text } = await showStep({ ...flow, ...change })
    await expect(step).to.be.accessible()
    return [step.shadowRoot?.querySelector('h1')?.textContent?.trim(), text()] as const
  }
  const withHoldings = (...holdings: (typeof holding)[]) => ({ context: { ...flow.context, holdings } })

  it('a hold, with its end', async () => {
    const ineligibilityData = { exchange: 'Sandbox Exchange', until: '2027-03-04T05:06:00Z' }
    const held = { ...ineligible, ineligibilityReason: 'withdrawHold', ineligibilityData }
    const [title, text] = await shown(withHoldings(held))
    expect(title).to.equal('Withdrawals are on hold')
    expect(text).to.match(/put all withdrawals from this account on hold until .* Mar 2027/)
  })

  it('balances that are all below the minimum', async () => {
    const dust = { ...ineligible, ineligibilityReason: 'amountNotSufficient' }
    const other = { ...ineligible, symbol: 'TEST', ineligibilityReason: 'notSupportedForTransferByTarget' }
    const [title, text] = await shown(withHoldings(dust, other))
    expect(title).to.equal('Balances below the minimum')
    expect(text).to.contain(
      'Every balance in this Sandbox Exchange account that Northwind can receive is below the minimum',
    )
  })

  it('an asset that the app cannot receive, and one without a price, are not below the minimum', async () => {
    const unpriced = { ...ineligible, ineligibilityReason: 'noPrice' }
    const other = { ...ineligible, symbol: 'TEST', ineligibilityReason: 'notSupportedForTransferByTarget' }
    const dust = { ...ineligible, ineligibilityReason: 'amountNotSufficient' }
    const [title] = await shown(withHoldings(unpriced, other, dust))
    expect(title).to.equal('No eligible assets')
  })

  it('a sign-in that may not withdraw', async () => {
    const [title, text] = await shown({ because: 'permission' })
    expect(title).to.equal('This account can’t send')
    expect(text).to.contain('This connection to Sandbox Exchange can read, but not send.')
  })

  it('an integration without transfers', async () => {
    const [title, text] = await shown({ because: 'integration' })
    expect(title).to.equal('This account can’t send')
    expect(text).to.contain('Transfers from Sandbox Exchange aren’t supported here')
  })
})

describe('enter-amount', () => {
  const amountLabel = 'Amount in USDC'

  it('is accessible and emits the exact amount', async () => {
    const { step, press, events } = await showStep(states['enter-amount'])
    await expect(step).to.be.accessible()
    press(/^Review$/)
    expect(events).to.deep.equal([{ type: 'amountEntered', amount: '250' }])
  })

  it('emits every keystroke, so that no typed text is lost', async () => {
    const { type, events } = await showStep(states['enter-amount'])
    type(amountLabel, '12,5')
    expect(events).to.deep.equal([{ type: 'amountTyped', typed: '12,5', unit: 'token' }])
  })

  it('shows the problem beside the field, with a button that fixes it', async () => {
    const flow = states['enter-amount']
    const { step, press, events, field } = await showStep({ ...flow, draft: { ...flow.draft, typed: '2' } })
    press(/^Review$/)
    await aTimeout(0)
    await expect(step).to.be.accessible()
    expect(step.shadowRoot?.querySelector('#problem')?.textContent).to.contain('The minimum is 10 USDC.')
    expect(field(amountLabel).getAttribute('aria-invalid')).to.equal('true')
    press(/^Use minimum$/)
    expect(events).to.deep.equal([{ type: 'amountTyped', typed: '10', unit: 'token' }])
    await aTimeout(0)
    expect(step.shadowRoot?.activeElement).to.equal(field(amountLabel))
  })

  it('uses the server’s exact maximum for Max', async () => {
    const { press, events } = await showStep(states['enter-amount'])
    press(/^Max$/)
    expect(events).to.deep.equal([{ type: 'amountTyped', typed: '19,999.96', unit: 'token' }])
  })

  it('changes to dollars without changing the amount', async () => {
    const flow = states['enter-amount']
    const priced = { ...holding, networks: [{ ...base, price: '2' }] }
    const { press, events } = await showStep({ ...flow, holding: priced })
    press(/Enter the amount in USD/)
    expect(events).to.deep.equal([{ type: 'amountTyped', typed: '500', unit: 'fiat' }])
  })

  it('shows the value of an amount that begins with its mark at once, in both units', async () => {
    const flow = states['enter-amount']
    const shown = async (unit: 'token' | 'fiat') =>
      (await showStep({ ...flow, draft: { ...flow.draft, typed: '.06', unit } })).text()
    expect(await shown('token')).to.match(/≈ (US)?\$0\.06/)
    expect(await shown('fiat')).to.contain('≈ 0.06 USDC')
  })

  it('lets the network be chosen, and shows why another cannot be', async () => {
    const flow = states['enter-amount']
    const closed = {
      ...ethereum,
      id: 'solana',
      name: 'Solana',
      eligibleForTransfer: false,
      ineligibilityText: 'Not accepted',
    }
    const folded = { ...flow, holding: { ...holding, networks: [base, ethereum, closed] } }
    const { step, press, events, text } = await showStep(folded)
    press(/Network: Base/)
    await aTimeout(0)
    await expect(step).to.be.accessible()
    const choice = step.shadowRoot?.querySelector('fieldset')
    const radios = [...(choice?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])]
    expect(radios.map((radio) => radio.disabled)).to.deep.equal([false, false, true])
    expect(choice?.textContent).to.contain('Not accepted')
    radios[1]?.click()
    expect(events).to.deep.equal([{ type: 'networkChosen', networkId: 'ethereum' }])
    expect(text()).to.contain('Limits')
  })

  it('closes the list of networks at Escape, and leaves the window open', async () => {
    const { step, press } = await showStep(states['enter-amount'])
    let heard = 0
    step.parentElement?.addEventListener('keydown', () => heard++)
    press(/Network: Base/)
    await aTimeout(0)
    const radio = step.shadowRoot?.querySelector('input[type=radio]')
    radio?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }))
    await aTimeout(0)
    expect(step.shadowRoot?.querySelector('fieldset')).to.equal(null)
    expect(step.shadowRoot?.activeElement?.className).to.equal('network')
    expect(heard).to.equal(0)
  })

  it('has the focus on the amount, and no focus on an amount that the app fixed', async () => {
    const { step } = await showStep(states['enter-amount'])
    expect(step.shadowRoot?.activeElement?.id).to.equal('amount')
    const state = states['enter-amount']
    const fixed = await showStep({ ...state, draft: { ...state.draft, locked: true } })
    expect(fixed.step.shadowRoot?.activeElement?.localName).to.equal('h1')
  })

  it('has no choice of network where there is one', async () => {
    const flow = states['enter-amount']
    const { step } = await showStep({ ...flow, holding: { ...holding, networks: [base] } })
    expect(step.shadowRoot?.querySelector('[aria-expanded]')).to.equal(null)
  })

  it('shows the refusal of the server beside the field', async () => {
    const refusal = { ...problem, errorType: 'unheardOf', message: 'Not with these digits.', httpStatus: 422 }
    const { step, text } = await showStep({ ...states['enter-amount'], problem: refusal })
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Not with these digits.')
  })

  it('cannot be typed over where the app fixed the amount', async () => {
    const flow = states['enter-amount']
    const { field } = await showStep({ ...flow, draft: { ...flow.draft, locked: true } })
    expect(field(amountLabel).readOnly).to.equal(true)
  })
})

describe('review-transfer', () => {
  const fresh = () => ({ ...states['review-transfer'], quote: { preview, receivedAtMs: performance.now() } })

  it('says what to do at the exchange first, and marks an estimated fee', async () => {
    const estimated = { ...preview, feeIsEstimate: true, userStep: { errorType: 'addressWhitelistRequired' } }
    const { text } = await showStep({ ...fresh(), quote: { preview: estimated, receivedAtMs: performance.now() } })
    expect(text()).to.contain('Save the address first')
    expect(text()).to.contain('Network fee (est.)≈ 0.04 USDC')
    const plain = await showStep(fresh())
    expect(plain.text()).not.to.contain('Save the address first')
    expect(plain.text()).to.contain('Network fee0.04 USDC')
  })

  it('is accessible and sends at one click', async () => {
    const { step, press, events } = await showStep(fresh())
    await expect(step).to.be.accessible()
    press(/^Send 250 USDC$/)
    expect(events).to.deep.equal([{ type: 'sendRequested' }])
  })

  it('shows the whole address, the fees, what leaves and what arrives', async () => {
    const { text, step } = await showStep(fresh())
    const shown = step.shadowRoot?.querySelector('.address')
    expect(shown?.textContent).to.equal(address)
    expect([...(shown?.querySelectorAll('b') ?? [])].map((bold) => bold.textContent)).to.deep.equal([
      '0x8ba1',
      'f109',
      'd64D',
      'BA72',
    ])
    expect(text()).to.contain('0.04 USDC').and.to.contain('250.04 USDC').and.to.contain('Northwind receives')
  })

  it('cannot send twice', async () => {
    const { press, events } = await showStep(states['review-transfer (sending)'])
    press(/^Sending/)
    expect(events).to.deep.equal([])
  })

  it('requests a new quote when the time is over', async () => {
    const over = { ...preview, expiresIn: 0 }
    const { events } = await showStep({ ...fresh(), quote: { preview: over, receivedAtMs: performance.now() } })
    await waitUntil(() => events.length > 0)
    expect(events).to.deep.equal([{ type: 'quoteExpired' }])
  })

  it('shows the old fee beside the new one, and a click meant for the old one does not send', async () => {
    const before = fresh()
    const surface = testSurface()
    const { step, press, events, text } = await showStep(before, new SendGuard(surface))
    surface.pass(1000)
    Object.assign(step, {
      state: { ...before, quote: { ...before.quote, preview: dearerPreview }, changedFrom: preview },
    })
    await aTimeout(0)
    press(/^Send/)
    expect(events).to.deep.equal([])
    await expect(step).to.be.accessible()
    expect(text()).to.contain('The fee changed from 0.04 USDC to 0.09 USDC')
    expect(step.shadowRoot?.querySelector('s')?.textContent).to.contain('0.04 USDC')
    surface.pass(1000)
    press(/^Send/)
    expect(events).to.deep.equal([{ type: 'sendRequested' }])
  })

  it('shows the same memo on the receipt', async () => {
    const tagged = { ...arrived, addressTag: '771204' }
    const { text } = await showStep({ ...states['transfer-receipt'], transfer: tagged })
    expect(text()).to.contain('771204')
  })

  it('shows a memo where the destination has one', async () => {
    const tagged = { ...preview, addressTag: '771204' }
    const { text } = await showStep({ ...fresh(), quote: { preview: tagged, receivedAtMs: performance.now() } })
    expect(text()).to.contain('771204')
  })
})

describe('confirm-elsewhere', () => {
  it('is accessible and goes on when it was done', async () => {
    const { step, press, events } = await showStep(states['confirm-elsewhere'])
    await expect(step).to.be.accessible()
    press(/^I’ve done it$/)
    expect(events).to.deep.equal([{ type: 'confirmedElsewhere' }])
  })
})

describe('confirm-elsewhere, by e-mail', () => {
  it('links to the page that shows the e-mail, if there is one', async () => {
    const flow = states['confirm-elsewhere (e-mail)']
    const errorData = { ...flow.errorData, url: 'http://localhost:4002/outbox' }
    const { step } = await showStep({ ...flow, errorData })
    expect(step.shadowRoot?.querySelector('a')?.href).to.equal('http://localhost:4002/outbox')
  })

  it('is accessible, says that nothing was sent yet, and that the exchange has no approval yet', async () => {
    const { step, press, events, text } = await showStep(states['confirm-elsewhere (e-mail)'])
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Nothing has been sent yet').and.to.contain('hasn’t registered it yet')
    press(/^Send it again/)
    expect(events[0]).to.include({ type: 'codeResendRequested' })
  })

  it('cannot be pressed while it checks', async () => {
    const { press, events } = await showStep(states['confirm-elsewhere (sending)'])
    press(/^Checking/)
    expect(events).to.deep.equal([])
  })
})

describe('extra-data', () => {
  it('is accessible and emits every field', async () => {
    const { step, type, press, events } = await showStep(states['extra-data'])
    await expect(step).to.be.accessible()
    type('Full name of the recipient', 'Ada Lovelace')
    const root = step.shadowRoot as ShadowRoot
    const values: Record<string, string> = {
      destinationKind: 'wallet',
      recipientRelation: 'self',
      recipientCountry: 'GB',
    }
    for (const select of root.querySelectorAll('select')) choose(select, values[select.name] ?? '')
    await aTimeout(0)
    root.querySelector<HTMLInputElement>('[type=checkbox]')?.click()
    press(/^Continue$/)
    const extra = {
      destinationKind: 'wallet',
      recipientFullName: 'Ada Lovelace',
      recipientRelation: 'self',
      recipientCountry: 'GB',
      recipientConfirmed: 'true',
    }
    expect(events).to.deep.equal([{ type: 'extraEntered', extra }])
  })

  it('shows which exchange receives it only for an exchange, and requires it then', async () => {
    const { step, press, type, events, field, text } = await showStep(states['extra-data'])
    const root = step.shadowRoot as ShadowRoot
    const kind = root.querySelector<HTMLSelectElement>('#destinationKind') as HTMLSelectElement
    expect(text()).not.to.contain('Name of the exchange')
    choose(kind, 'exchange')
    await aTimeout(0)
    await expect(step).to.be.accessible()
    press(/^Continue$/)
    await aTimeout(0)
    expect(events).to.deep.equal([])
    expect(root.activeElement).to.equal(field('Name of the exchange or service'))
    expect(root.querySelector('#error-destinationInstitution')?.textContent).to.contain('Answer this')
    type('Name of the exchange or service', 'Kraken')
    choose(kind, 'wallet')
    await aTimeout(0)
    expect(text()).not.to.contain('Name of the exchange')
    expect(root.querySelector('#destinationInstitution')).to.equal(null)
  })

  it('says that a field was rejected if the exchange does not say which one', async () => {
    const refused = { ...problem, errorType: 'extraInvalid', errorData: {}, httpStatus: 422 }
    const { step, text } = await showStep({ ...states['extra-data'], problem: refused })
    await expect(step).to.be.accessible()
    expect(text()).to.contain('This answer was not accepted')
  })

  it('focuses the empty field, and says so beside it', async () => {
    const { step, press, events, field } = await showStep(states['extra-data'])
    choose(step.shadowRoot?.querySelector('#destinationKind') as HTMLSelectElement, 'wallet')
    press(/^Continue$/)
    await aTimeout(0)
    await expect(step).to.be.accessible()
    expect(events).to.deep.equal([])
    expect(step.shadowRoot?.activeElement).to.equal(field('Full name of the recipient'))
    expect(step.shadowRoot?.querySelector('#error-recipientFullName')?.textContent).to.contain('Answer this')
  })

  it('says which field was rejected', async () => {
    const refused = { ...problem, errorType: 'extraInvalid', errorData: { field: 'recipientCountry' }, httpStatus: 422 }
    const { step } = await showStep({ ...states['extra-data'], problem: refused })
    await expect(step).to.be.accessible()
    expect(step.shadowRoot?.querySelector('#error-recipientCountry')?.textContent).to.contain('not accepted')
  })
})

describe('on-full-page', () => {
  it('is accessible, and opens the page again', async () => {
    const { step, press, events, text } = await showStep(states['on-full-page'])
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Continue in the other window')
    press(/^Open it again$/)
    press(/^Close$/)
    expect(events).to.deep.equal([{ type: 'fullPageRequested' }, { type: 'leaveRequested' }])
  })

  it('has a link where the browser opened no window', async () => {
    const { step } = await showStep(states['on-full-page (blocked)'])
    await expect(step).to.be.accessible()
    const link = step.shadowRoot?.querySelector('a')
    expect(link?.href).to.equal('https://transfer.example/broker-connect?auth_code=ac-1')
    expect(link?.rel).to.equal('noopener noreferrer')
  })

  it('has a button for a new link once the code of the first has expired', async () => {
    const blocked = states['on-full-page (blocked)']
    const link = { ...blocked.link, untilMs: performance.now() + 300 }
    const { step, press, events } = await showStep({ ...blocked, link })
    const links = () => step.shadowRoot?.querySelectorAll('a').length
    expect(links()).to.equal(1)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(links()).to.equal(0)
    press(/^Open it again$/)
    expect(events).to.deep.equal([{ type: 'fullPageRequested' }])
  })

  for (const name of ['on-full-page (sent)', 'on-full-page (unknown)'] as const)
    it(`shows what was sent there, with no way to send again while it is on its way: ${name}`, async () => {
      const { step, press } = await showStep(states[name])
      await expect(step).to.be.accessible()
      expect(() => press(/^Open it again$/)).to.throw()
    })

  it('shows the failure on the full page, with a button that returns there', async () => {
    const { step, press, events, text } = await showStep(states['on-full-page (failed)'])
    await expect(step).to.be.accessible()
    expect(text()).to.contain('The transfer failed')
    press(/^Open it again$/)
    expect(events).to.deep.equal([{ type: 'fullPageRequested' }])
  })

  for (const name of ['on-full-page (ended)', 'on-full-page (failed, ended)'] as const)
    it(`never says that nothing was sent after the user has left that page: ${name}`, async () => {
      const { step, press, events, text } = await showStep(states[name])
      await expect(step).to.be.accessible()
      expect(text()).not.to.match(/[Nn]othing (more )?was sent/)
      press(/^Close$/)
      expect(events).to.deep.equal([{ type: 'leaveRequested' }])
    })
})

describe('the route picture', () => {
  it('fills as the transfer proceeds', async () => {
    const filled = async (changes: object) => {
      const state = states['track-transfer']
      const { step } = await showStep({ ...state, transfer: { ...state.transfer, ...changes } })
      return step.shadowRoot?.querySelectorAll('.route .done').length
    }
    expect(await filled({ hash: '', confirmations: 0 })).to.equal(0)
    expect(await filled({ confirmations: 1, requiredConfirmations: 3 })).to.equal(1)
    expect(await filled({ confirmations: 3, requiredConfirmations: 3 })).to.equal(2)
  })
})

describe('track-transfer', () => {
  it('is accessible, counts confirmations and may be closed', async () => {
    const { step, press, events, text } = await showStep(states['track-transfer'])
    await expect(step).to.be.accessible()
    expect(text()).to.contain('2 of 3')
    expect(step.shadowRoot?.querySelectorAll('.ticks .on').length).to.equal(2)
    press(/^Close$/)
    expect(events).to.deep.equal([{ type: 'leaveRequested' }])
  })

  it('links to the explorer, and never to a script', async () => {
    const { step } = await showStep(states['track-transfer'])
    expect(step.shadowRoot?.querySelector('a')?.getAttribute('href')).to.contain('/sandbox/explorer/')
    const flow = states['track-transfer']
    const forged = await showStep({ ...flow, transfer: { ...flow.transfer, explorerUrl: 'javascript:alert(1)' } })
    expect(forged.step.shadowRoot?.querySelector('a')).to.equal(null)
  })
})

describe('transfer-waiting', () => {
  it('is accessible, says not to send again, and has no way to try again', async () => {
    const { step, text, press, events } = await showStep({ ...states['transfer-waiting'], transfer: unknown })
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Don’t send again')
    const buttons = [...(step.shadowRoot?.querySelectorAll('button:not(.copy)') ?? [])]
    expect(buttons.length).to.equal(1)
    press(/checking continues/)
    expect(events).to.deep.equal([{ type: 'leaveRequested' }])
  })

  it('has the wallet sign where that decides whose payment it is', async () => {
    const flow = states['transfer-waiting (provable)']
    const { step, text, press, events } = await showStep(flow)
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Sign a message in Sandbox Wallet').and.to.contain('don’t send again')
    press(/^Sign with Sandbox Wallet$/)
    expect(events).to.deep.equal([{ type: 'proofRequested' }])
    const pending = { call: 'proveAddress', site: '', accountId: 'a', networkId: 'base' } as const
    const signing = await showStep({ ...flow, pending })
    signing.press(/^Waiting for approval/)
    expect(signing.events).to.deep.equal([])
  })

  it('says that a wallet’s payment is ambiguous, and where to check', async () => {
    const timeline = [{ at: unknown.createdAt, kind: 'unclear' }]
    const transfer = { ...unknown, fromName: 'Tally', hash: arrived.hash, explorerUrl: arrived.explorerUrl, timeline }
    const { step, text } = await showStep({ ...states['transfer-waiting'], transfer })
    await expect(step).to.be.accessible()
    expect(text())
      .to.contain('Tally may have paid')
      .and.not.to.match(/exchange/)
    expect(step.shadowRoot?.querySelector('a.explorer')?.getAttribute('href')).to.equal(arrived.explorerUrl)
  })
})

describe('transfer-receipt', () => {
  it('names the account at the exchange', async () => {
    const { text } = await showStep(states['transfer-receipt'])
    expect(text()).to.contain(`Sandbox Exchange${states['transfer-receipt'].context.account?.name}`)
  })

  it('is accessible and ends the link', async () => {
    const { step, press, events, text } = await showStep({ ...states['transfer-receipt'], transfer: arrived })
    await expect(step).to.be.accessible()
    expect(text()).to.contain('250 USDC').and.to.contain('received by Northwind')
    press(/^Done$/)
    expect(events).to.deep.equal([{ type: 'leaveRequested' }])
  })
})

describe('a simulated network', () => {
  it('is called so where it is chosen, reviewed, followed and received', async () => {
    const chosen = { ...states['enter-amount'], holding: { ...holding, networks: [{ ...base, simulated: true }] } }
    const reviewed = { ...preview, simulated: true }
    const followed = { ...arrived, simulated: true, requiredConfirmations: 0 }
    for (const flow of [
      chosen,
      { ...states['review-transfer'], quote: { preview: reviewed, receivedAtMs: performance.now() } },
      { ...states['track-transfer'], transfer: { ...followed, status: 'Pending' as const } },
      { ...states['transfer-receipt'], transfer: followed },
    ]) {
      const { text } = await showStep(flow)
      expect(text(), flow.at).to.contain('Base (simulated)')
    }
  })
})

describe('transfer-receipt of a payment by link', () => {
  it('does not claim that the payer’s wallet paid no fee', async () => {
    const free = { ...arrived, networkFee: { fee: '0', feeCurrency: null, feeInFiat: '0' } }
    const { text } = await showStep({ ...states['transfer-receipt'], transfer: free })
    expect(text()).to.match(/Fees\s*None/)
    const paid = { ...free, fromName: 'Another wallet', fromAddress: '' }
    const { text: ofPayment } = await showStep({ ...states['transfer-receipt'], transfer: paid })
    expect(ofPayment()).to.contain('Another wallet').and.not.to.contain('Fees')
  })
})

describe('transfer-receipt by the exchange’s word', () => {
  it('says if the exchange alone confirmed it, and omits that if the chain did', async () => {
    for (const provedBy of ['exchange', 'chain'] as const) {
      const { text } = await showStep({ ...states['transfer-receipt'], transfer: { ...arrived, provedBy } })
      expect(text().includes('Confirmed by')).to.equal(provedBy === 'exchange')
    }
  })
})

describe('transfer-failed', () => {
  it('is accessible, says where the money is and offers another amount', async () => {
    const { step, press, events, text } = await showStep(states['transfer-failed'])
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Your funds are still in your Sandbox Exchange account.')
    expect(text().split('still in your').length, 'said once').to.equal(2)
    press(/^Change amount$/)
    expect(events).to.deep.equal([{ type: 'changeRequested' }])
  })

  it('offers another amount where the funds came back', async () => {
    const flow = states['transfer-failed']
    const { text } = await showStep({ ...flow, transfer: { ...flow.transfer, statusDetail: 'Returned' } })
    expect(text()).to.contain('were returned').and.to.contain('Change amount')
  })

  it('does not say that the money is there after the wallet has sent another transaction', async () => {
    const flow = states['transfer-failed']
    const transfer = { ...flow.transfer, statusDetail: 'Canceled', fromName: 'MetaMask' }
    const { text } = await showStep({ ...flow, errorType: 'walletReplaced', transfer })
    expect(text()).to.contain('Check your MetaMask account before you send again').and.not.to.contain('still in your')
  })

  it('does not invite to send again where the money may have moved', async () => {
    const flow = states['transfer-failed']
    const { text } = await showStep({ ...flow, transfer: { ...flow.transfer, statusDetail: 'Failed' } })
    expect(text()).to.contain('before you send again').and.not.to.contain('Change amount')
  })
})

describe('show-problem', () => {
  it('is accessible and can be tried again', async () => {
    const { step, press, events, text } = await showStep(states['show-problem'])
    await expect(step).to.be.accessible()
    expect(text()).to.contain('req_1').and.to.contain('Your funds are still in your Sandbox Exchange account.')
    press(/^Try again$/)
    expect(events).to.deep.equal([{ type: 'retried' }])
  })
})

describe('show-problem, where the server failed while it was to send', () => {
  it('does not claim that nothing was sent, and offers no other account to send from', async () => {
    const failed = { ...problem, errorType: 'storageUnavailable', httpStatus: 503 }
    const retry = states['review-transfer (sending)']
    const { step, press, events, text } = await showStep({ ...states['show-problem'], problem: failed, retry })
    await expect(step).to.be.accessible()
    expect(text()).to.contain('either still in your account or on their way')
    expect(text()).not.to.contain('Nothing was sent')
    expect(text()).not.to.contain('another account')
    expect(text()).not.to.contain('This attempt sent nothing')
    expect(text()).not.to.contain('Don’t send again')
    press(/^Check again$/)
    expect(events).to.deep.equal([{ type: 'retried' }])
  })
})

describe('show-problem, where a verification is missing', () => {
  it('is accessible, leads to the exchange and goes on afterwards', async () => {
    const errorData = { name: 'Sandbox Exchange', url: 'https://exchange.example/verification' }
    const required = { ...problem, errorType: 'kycRequired', errorData, httpStatus: 422 }
    const { step, press, events, text } = await showStep({ ...states['show-problem'], problem: required })
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Identity check needed')
    expect(step.shadowRoot?.querySelector('a')?.href).to.equal(errorData.url)
    press(/^I’ve done it$/)
    expect(events).to.deep.equal([{ type: 'retried' }])
  })
})

describe('pending-transfer', () => {
  it('is accessible and opens the earlier transfer', async () => {
    const { step, press, events } = await showStep(states['pending-transfer'])
    await expect(step).to.be.accessible()
    press(/^See this transfer$/)
    expect(events).to.deep.equal([{ type: 'pendingOpened' }])
  })
})

describe('pending-transfer, with an unknown outcome', () => {
  it('is accessible and offers no way to send again', async () => {
    const { step, text } = await showStep({ ...states['pending-transfer'], transfer: unknown })
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Don’t send again').and.not.to.contain('Start another transfer')
  })
})

describe('link-ended', () => {
  it('names the app of the link if the page knows it', async () => {
    const name = Object.assign(document.createElement('meta'), { name: 'application-name', content: 'Contoso' })
    document.head.append(name)
    await loadScreenOf(states['link-ended'])
    const frame = await fixture<ScreenFrame>(
      html`<screen-frame .state=${states['link-ended']} .app=${''}></screen-frame>`,
    )
    await waitUntil(() => deepText(frame).includes('Contoso'))
    name.remove()
  })

  it('is accessible and closes', async () => {
    const { step, press, events, text } = await showStep(states['link-ended'])
    await expect(step).to.be.accessible()
    expect(text()).to.contain('This link has expired')
    press(/^Close$/)
    expect(events).to.deep.equal([{ type: 'leaveRequested' }])
  })

  it('does not say that nothing was sent while a transfer is in progress', async () => {
    const { text } = await showStep({
      ...states['link-ended'],
      reason: 'sessionEnded',
      mayBeSent: true,
    })
    expect(text()).to.contain('Don’t send again')
  })
})

function choose(select: HTMLSelectElement, value: string) {
  select.value = value
  select.dispatchEvent(new Event('change'))
}
