import { expect, oneEvent } from '@open-wc/testing'
import { html } from 'lit'
import type { ActionDialog } from '../../../host/console/elements/action-dialog.ts'
import '../../../host/console/elements/action-dialog.ts'
import type { Field } from '../../../host/console/elements/form-field.ts'
import { shellCommand } from '../../../host/console/elements/quote-shell.ts'
import { refused, settled, showInConsole } from './show-in-console.ts'

const fields: readonly Field[] = [
  {
    name: 'outcome',
    label: 'Outcome',
    type: 'select',
    isRequired: true,
    options: [
      { value: '', text: 'Choose' },
      { value: 'Failed', text: 'Failed' },
    ],
  },
  { name: 'isFinal', label: 'The exchange confirmed this', type: 'checkbox' },
]

async function openDialog(act: ActionDialog['act'] = async () => ({})) {
  const sent: Record<string, string>[] = []
  const dialog = await showInConsole<ActionDialog>(html`<action-dialog heading="Resolve transfer"
    description="Ends the transfer with an outcome. No money is moved." submit-label="Resolve" .fields=${fields}
    .command=${({ outcome = '', reason = '' }) => shellCommand('transfer-link', 'resolve', '3f9c', outcome, '--reason', reason)}
    .act=${async (values: Record<string, string>) => {
      sent.push(values)
      return act(values)
    }}><p>The exchange has no order.</p></action-dialog>`)
  await dialog.open()
  const find = <Found extends HTMLElement>(selector: string) => dialog.renderRoot.querySelector(selector) as Found
  const enter = (name: string, value: string) => {
    const field = find<HTMLInputElement>(`[name=${name}]`)
    field.value = value
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
  }
  const submit = async () => {
    find<HTMLFormElement>('form').requestSubmit()
    await settled()
    await dialog.updateComplete
  }
  const fill = () => {
    enter('outcome', 'Failed')
    enter('reason', 'Ticket 4821: the exchange rejected it')
  }
  return { dialog, sent, find, enter, submit, fill, isOpen: () => find<HTMLDialogElement>('dialog').open }
}

describe('the dialog of an action', () => {
  it('is accessible, and its first field has the focus', async () => {
    const { dialog, find } = await openDialog()
    await expect(dialog).to.be.accessible()
    expect((dialog.renderRoot as ShadowRoot).activeElement).to.equal(find('select'))
  })

  it('keeps the space after which the next word is typed', async () => {
    const { dialog, find, enter } = await openDialog()
    enter('reason', 'Ticket ')
    await dialog.updateComplete
    expect(find<HTMLTextAreaElement>('[name=reason]').value).to.equal('Ticket ')
  })

  it('sends the fields and the reason, closes, and emits what the server returned', async () => {
    const { dialog, sent, submit, fill, isOpen } = await openDialog(async () => ({ id: '7' }))
    fill()
    const done = oneEvent(dialog, 'done')
    await submit()
    expect((await done).detail).to.deep.equal({ id: '7' })
    expect(sent).to.deep.equal([{ outcome: 'Failed', isFinal: '', reason: 'Ticket 4821: the exchange rejected it' }])
    expect(isOpen()).to.equal(false)
  })

  it('shows the equivalent command of what was entered, quoted for a shell', async () => {
    const { dialog, find, enter } = await openDialog()
    expect(find('pre').textContent).to.equal("transfer-link resolve 3f9c '<outcome>' --reason '<reason>'")
    enter('outcome', 'Failed')
    enter('reason', "it's $HOME")
    await dialog.updateComplete
    expect(find('pre').textContent).to.equal("transfer-link resolve 3f9c Failed --reason 'it'\\''s $HOME'")
  })

  it('requires its fields and a reason, says so at each, and sends nothing', async () => {
    const { dialog, sent, find, enter, submit } = await openDialog()
    enter('reason', 'why')
    await submit()
    expect(sent).to.deep.equal([])
    const errors = [...dialog.renderRoot.querySelectorAll('.error')].map((each) => each.textContent)
    expect(errors).to.deep.equal(['Outcome is required.', 'State the reason in 5 to 500 characters.'])
    const select = find<HTMLSelectElement>('select')
    expect((dialog.renderRoot as ShadowRoot).activeElement).to.equal(select)
    expect(select.getAttribute('aria-describedby')).to.equal('field-outcome-error')
    await expect(dialog).to.be.accessible()
  })

  it('refuses a reason that is too long', async () => {
    const { sent, fill, enter, submit } = await openDialog()
    fill()
    enter('reason', 'x'.repeat(501))
    await submit()
    expect(sent.length).to.equal(0)
    enter('reason', 'x'.repeat(500))
    await submit()
    expect(sent.length).to.equal(1)
  })

  it('shows an error of the server at its field, and keeps what was entered', async () => {
    const { dialog, find, submit, fill, isOpen } = await openDialog(async () => {
      throw refused('invalidField', 400, 'outcome')
    })
    fill()
    await submit()
    expect(isOpen()).to.equal(true)
    expect(find('#field-outcome-error').textContent).to.equal('The message of invalidField.')
    expect((dialog.renderRoot as ShadowRoot).activeElement).to.equal(find('select'))
    expect(find<HTMLTextAreaElement>('textarea').value).to.equal('Ticket 4821: the exchange rejected it')
  })

  it('offers to sign in again, keeps what was entered, and can then be sent', async () => {
    let isRecent = false
    const { dialog, find, submit, fill, isOpen } = await openDialog(async () => {
      if (!isRecent) throw refused('recentSignInRequired', 403)
    })
    fill()
    await submit()
    const link = find<HTMLAnchorElement>('[role=alert] a')
    expect([link.getAttribute('href'), link.target]).to.deep.equal(['/sign-in?again', '_blank'])
    expect(find<HTMLTextAreaElement>('textarea').value).to.equal('Ticket 4821: the exchange rejected it')
    await expect(dialog).to.be.accessible()
    isRecent = true
    await submit()
    expect(isOpen()).to.equal(false)
  })

  it('says that an action without a response may have taken place', async () => {
    const { find, submit, fill } = await openDialog(async () => {
      throw refused('offline', 0)
    })
    fill()
    await submit()
    expect(find('[role=alert]').textContent).to.contain('It is not known whether the action took place.')
  })

  it('is sent once, however often it is submitted, and cannot be left meanwhile', async () => {
    let respond = () => {}
    const { dialog, sent, find, submit, fill, isOpen } = await openDialog(
      () => new Promise((resolve) => (respond = () => resolve({}))),
    )
    fill()
    await submit()
    await submit()
    find('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))
    expect([sent.length, isOpen()]).to.deep.equal([1, true])
    const done = oneEvent(dialog, 'done')
    respond()
    await done
    expect(isOpen()).to.equal(false)
  })

  it('is empty when it is opened again', async () => {
    const { dialog, find, fill } = await openDialog()
    fill()
    find<HTMLButtonElement>('button[type=button]').click()
    await dialog.open({ outcome: 'Failed' })
    expect(find<HTMLTextAreaElement>('textarea').value).to.equal('')
    expect(find<HTMLSelectElement>('select').value).to.equal('Failed')
  })
})
