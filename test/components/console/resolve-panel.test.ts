import { expect } from '@open-wc/testing'
import type { ActionDialog } from '../../../host/console/elements/action-dialog.ts'
import { ResolvePanel } from '../../../host/console/elements/resolve-panel.ts'
import type { ProposalView } from '../../../server/contract/console/transfers.ts'
import { session, settled, showInConsole, stubApi } from './show-in-console.ts'

const proposal: ProposalView = {
  kind: 'notSent',
  label: 'Nothing was sent',
  effect: 'The transfer ends as failed.',
  value: null,
  evidence: 'The account history at the exchange has no withdrawal.',
  operator: 'kim@example.com',
  isOwn: false,
  proposedAt: '2026-11-28T14:00:00.000Z',
  eventsSince: 0,
  option: '--not-sent',
}

async function openApproval() {
  const { api, calls } = stubApi(() => ({}))
  const panel = new ResolvePanel()
  Object.assign(panel, { api, session, proposal, lastEvent: 4, transferId: 'transfer-1' })
  await showInConsole(panel)
  await expect(panel).to.be.accessible()
  panel.renderRoot.querySelector<HTMLButtonElement>('button.primary')?.click()
  await settled()
  const dialog = panel.renderRoot.querySelector('action-dialog') as ActionDialog
  await dialog.updateComplete
  const submit = async () => {
    const reason = dialog.renderRoot.querySelector('[name=reason]') as HTMLTextAreaElement
    reason.value = 'Checked with the exchange.'
    dialog.renderRoot.querySelector('form')?.requestSubmit()
    await settled()
  }
  return { panel, dialog, submit, calls }
}

const reason = 'Checked with the exchange.'

it('an approval is about the proposal and the events that were read, whatever the page refreshes meanwhile', async () => {
  const { panel, dialog, submit, calls } = await openApproval()
  panel.proposal = { ...proposal, label: 'The recipient was paid', proposedAt: '2026-11-28T14:01:00.000Z' }
  panel.lastEvent = 5
  await panel.updateComplete
  await dialog.updateComplete
  expect(dialog.renderRoot.querySelector('h2')?.textContent).to.equal('Approve: Nothing was sent')
  await submit()
  expect(calls).to.deep.equal([
    {
      method: 'POST',
      path: '/api/transfers/transfer-1/proposal/approve',
      body: { reason, proposedAt: proposal.proposedAt, lastEvent: 4 },
    },
  ])
})
