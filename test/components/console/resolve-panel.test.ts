import { expect } from '@open-wc/testing'
import type { ActionDialog } from '../../../host/console/elements/action-dialog.ts'
import { ResolvePanel } from '../../../host/console/elements/resolve-panel.ts'
import type { PaymentLookUp } from '../../../server/contract/console/resolve.ts'
import type { ProposalView, ResolutionView } from '../../../server/contract/console/transfers.ts'
import { dialogForm } from './dialog-form.ts'
import { refused, session, settled, showInConsole, stubApi } from './show-in-console.ts'

const proposal: ProposalView = {
  kind: 'notSent',
  label: 'Nothing was sent',
  effect: 'The transfer ends as failed.',
  value: null,
  report: null,
  despite: [],
  evidence: 'The account history at the exchange has no withdrawal.',
  operator: 'kim@example.com',
  isOwn: false,
  proposedAt: '2026-11-28T14:00:00.000Z',
  eventsSince: 0,
  option: '--not-sent',
}

async function openedDialog(panel: ResolvePanel): Promise<ActionDialog> {
  await settled()
  const dialog = panel.renderRoot.querySelector('action-dialog') as ActionDialog
  await dialog.updateComplete
  return dialog
}

async function openApproval() {
  const { api, calls } = stubApi(() => ({}))
  const panel = new ResolvePanel()
  Object.assign(panel, { api, session, proposal, lastEvent: 4, transferId: 'transfer-1' })
  await showInConsole(panel)
  await expect(panel).to.be.accessible()
  panel.renderRoot.querySelector<HTMLButtonElement>('button.primary')?.click()
  return { panel, dialog: await openedDialog(panel), calls }
}

const reason = 'Checked with the exchange.'

it('an approval is about the proposal and the events that were read, whatever the page refreshes meanwhile', async () => {
  const { panel, dialog, calls } = await openApproval()
  panel.proposal = { ...proposal, label: 'The recipient was paid', proposedAt: '2026-11-28T14:01:00.000Z' }
  panel.lastEvent = 5
  await panel.updateComplete
  await dialog.updateComplete
  expect(dialog.renderRoot.querySelector('h2')?.textContent).to.equal('Approve: Nothing was sent')
  const { enter, submit } = dialogForm(dialog)
  enter('reason', reason)
  await submit()
  expect(calls).to.deep.equal([
    {
      method: 'POST',
      path: '/api/transfers/transfer-1/proposal/approve',
      body: { reason, proposedAt: proposal.proposedAt, lastEvent: 4 },
    },
  ])
})

const paid: ResolutionView = {
  kind: 'succeeded',
  label: 'The recipient was paid',
  effect: 'The transfer ends as succeeded.',
  field: { name: 'hash', label: 'Hash of the transaction' },
  option: '--succeeded',
  refusal: null,
  allowedFrom: null,
}

type LookUp = (hash: string) => PaymentLookUp | Promise<PaymentLookUp>

async function openRecord(lookUp: LookUp, record: (body: unknown) => void = () => {}) {
  const { api, calls } = stubApi(({ path, body }) => {
    const hash = new URL(path, 'http://console').searchParams.get('hash')
    return hash === null ? record(body) : lookUp(hash)
  })
  const panel = new ResolvePanel()
  Object.assign(panel, { api, session, resolutions: [paid], lastEvent: 4, transferId: 'transfer-1' })
  await showInConsole(panel)
  panel.renderRoot.querySelector<HTMLButtonElement>('li button')?.click()
  const dialog = await openedDialog(panel)
  const { find, enter, submit } = dialogForm(dialog)
  const label = () => find('button.primary').textContent?.trim()
  return { dialog, calls, find, enter, submit, label, posted: () => calls.filter(({ method }) => method === 'POST') }
}

it('a payment is looked up before it is recorded, and once more for another hash', async () => {
  const { dialog, find, enter, submit, label, posted } = await openRecord((hash) => ({
    text: `It pays 25 USDC by ${hash}.`,
    differences: [],
  }))
  expect(label()).to.equal('Look up')
  await submit()
  expect(find('#field-hash-error').textContent).to.equal('Hash of the transaction is required.')
  enter('hash', '0xab')
  await submit()
  expect(find('[role=status]').textContent).to.contain('It pays 25 USDC by 0xab.')
  await expect(dialog).to.be.accessible()
  enter('hash', '0xcd')
  await dialog.updateComplete
  expect([label(), find('[role=status]').textContent?.trim()]).to.deep.equal(['Look up', ''])
  await submit()
  expect([label(), posted().length]).to.deep.equal(['Record', 0])
  enter('evidence', 'The explorer shows it.')
  enter('reason', reason)
  await submit()
  const body = {
    reason,
    evidence: 'The explorer shows it.',
    hash: '0xcd',
    despite: [],
    kind: 'succeeded',
    lastEvent: 4,
  }
  expect(posted()).to.deep.equal([{ method: 'POST', path: '/api/transfers/transfer-1/resolve', body }])
})

it('only the hash that was looked up is recorded, if the field changes during the look-up or without an event', async () => {
  let respond = () => {}
  const { find, enter, submit, label, posted } = await openRecord((hash) => {
    const found: PaymentLookUp = { text: `It pays 25 USDC by ${hash}.`, differences: [] }
    return new Promise((resolve) => {
      respond = () => resolve(found)
    })
  })
  const responded = async () => {
    respond()
    await settled()
    return [label(), find('[role=status]').textContent?.trim()]
  }
  enter('evidence', 'The explorer shows it.')
  enter('reason', reason)
  enter('hash', '0xaa')
  await submit()
  enter('hash', '0xbb')
  expect(await responded()).to.deep.equal(['Look up', ''])
  await submit()
  expect(await responded()).to.deep.equal(['Record', 'It pays 25 USDC by 0xbb.'])
  find<HTMLInputElement>('[name=hash]').value = '0xcc'
  await submit()
  expect(await responded()).to.deep.equal(['Record', 'It pays 25 USDC by 0xcc.'])
  expect(posted().length).to.equal(0)
  await submit()
  expect(posted().map(({ body }) => (body as { hash: string }).hash)).to.deep.equal(['0xcc'])
})

it('a payment that differs is sent only with the differences confirmed, and they are in the command', async () => {
  const { dialog, find, enter, submit, posted } = await openRecord(() => ({
    text: 'It pays 24 USDC, and the transfer is of 25 USDC.',
    differences: ['otherAmount', 'fewConfirmations'],
  }))
  enter('hash', '0xab')
  await submit()
  expect(find('[role=status]').textContent).to.contain('It pays 24 USDC')
  enter('evidence', 'The explorer shows it.')
  enter('reason', reason)
  await submit()
  expect([posted().length, find('#field-despite-error').textContent]).to.deep.equal([
    0,
    'Record it all the same is required.',
  ])
  await expect(dialog).to.be.accessible()
  find<HTMLInputElement>('[name=despite]').click()
  await dialog.updateComplete
  expect(find('pre').textContent).to.contain('--succeeded 0xab --despite otherAmount,fewConfirmations --evidence')
  await submit()
  expect(posted().map(({ body }) => body)).to.deep.equal([
    {
      ...{ reason, evidence: 'The explorer shows it.', hash: '0xab', kind: 'succeeded', lastEvent: 4 },
      despite: ['otherAmount', 'fewConfirmations'],
    },
  ])
})

it('a difference that has appeared since the look-up is shown, and recorded only after it was confirmed, too', async () => {
  let differences: PaymentLookUp['differences'] = []
  const opened = await openRecord(
    (hash) => ({ text: `It pays 25 USDC by ${hash}.`, differences }),
    (body) => {
      const { despite } = body as { despite: string[] }
      if (differences.some((each) => !despite.includes(each))) throw refused('invalidField', 400, 'despite')
    },
  )
  const { dialog, find, enter, submit, label, posted } = opened
  const submitRefused = async () => {
    await submit()
    expect([label(), find('[name=despite]')]).to.deep.equal(['Look up', null])
    expect(find('[role=alert]').textContent).to.contain('The message of invalidField.')
    expect(find('pre').textContent).to.not.contain('--despite')
    await expect(dialog).to.be.accessible()
    await submit()
    expect([label(), find<HTMLInputElement>('[name=despite]').checked]).to.deep.equal(['Record', false])
    find('[name=despite]').click()
    await dialog.updateComplete
  }
  enter('hash', '0xab')
  enter('evidence', 'The explorer shows it.')
  enter('reason', reason)
  await submit()
  expect([label(), find('[name=despite]')]).to.deep.equal(['Record', null])
  differences = ['otherTransfer']
  await submitRefused()
  differences = ['otherTransfer', 'fewConfirmations']
  await submitRefused()
  await submit()
  expect(posted().map(({ body }) => (body as { despite: string[] }).despite)).to.deep.equal([
    [],
    ['otherTransfer'],
    ['otherTransfer', 'fewConfirmations'],
  ])
  expect(find<HTMLDialogElement>('dialog').open).to.equal(false)
})
