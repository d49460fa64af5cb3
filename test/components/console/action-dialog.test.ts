import { expect, oneEvent, waitUntil } from '@open-wc/testing'
import { html } from 'lit'
import { announceSignIn } from '../../../host/console/api/sign-in-channel.ts'
import type { ActionDialog } from '../../../host/console/elements/action-dialog.ts'
import '../../../host/console/elements/action-dialog.ts'
import type { Field } from '../../../host/console/elements/form-field.ts'
import { shellCommand } from '../../../host/console/elements/quote-shell.ts'
import type { SignInAgain } from '../../../host/console/elements/sign-in-again.ts'
import type { SignInMethods } from '../../../server/contract/console/session.ts'
import { dialogForm } from './dialog-form.ts'
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
  const { find, enter, submit } = dialogForm(dialog)
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

  it('keeps a space that is entered before the next word, and sends none around the text', async () => {
    const { dialog, sent, find, enter, submit } = await openDialog()
    enter('outcome', 'Failed')
    enter('reason', 'Ticket ')
    await dialog.updateComplete
    expect(find<HTMLTextAreaElement>('textarea').value).to.equal('Ticket ')
    enter('reason', 'Ticket 4821 ')
    await submit()
    expect(sent[0]?.reason).to.equal('Ticket 4821')
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

  describe('that requires a recent sign-in', () => {
    const { fetch } = globalThis
    let requests: string[] = []
    afterEach(() => {
      globalThis.fetch = fetch
    })

    async function refusedDialog(again: SignInMethods['again']) {
      requests = []
      globalThis.fetch = (async (path: string, { method = 'GET' }: RequestInit = {}) => {
        requests.push(`${method} ${path}`)
        return Response.json(method === 'GET' ? { again } : { challenge: 'Y2hhbGxlbmdl' })
      }) as typeof fetch
      const state = { isRecent: false }
      const opened = await openDialog(async () => {
        if (!state.isRecent) throw refused('recentSignInRequired', 403)
      })
      opened.fill()
      await opened.submit()
      await settled()
      const element = opened.find<SignInAgain>('sign-in-again')
      await element.updateComplete
      return { ...opened, state, element, inside: (selector: string) => element.renderRoot.querySelector(selector) }
    }

    it('offers the operator’s way to sign in again, keeps what was entered, and then continues', async () => {
      const { dialog, find, inside, state, sent, isOpen } = await refusedDialog('demo')
      expect(find<HTMLTextAreaElement>('textarea').value).to.equal('Ticket 4821: the exchange rejected it')
      await expect(dialog).to.be.accessible()
      state.isRecent = true
      const done = oneEvent(dialog, 'done')
      inside('button')?.dispatchEvent(new MouseEvent('click'))
      await done
      expect(requests).to.deep.equal(['GET /api/sign-in', 'POST /api/sign-in/demo'])
      expect(sent.map(({ reason }) => reason)).to.deep.equal(Array(2).fill('Ticket 4821: the exchange rejected it'))
      expect(isOpen()).to.equal(false)
    })

    it('signs in at the identity provider in a new tab, and continues when that is done', async () => {
      const { dialog, inside, state } = await refusedDialog('oidc')
      const link = inside('a') as HTMLAnchorElement
      expect([link.getAttribute('href'), link.target]).to.deep.equal([
        '/api/sign-in/oidc?again=&return=%2Fsign-in%3Fagain%3Ddone',
        '_blank',
      ])
      state.isRecent = true
      const done = oneEvent(dialog, 'done')
      announceSignIn()
      await done
    })

    it('does not continue an action that was cancelled', async () => {
      const { find, sent, state } = await refusedDialog('oidc')
      find<HTMLButtonElement>('.actions button').click()
      state.isRecent = true
      announceSignIn()
      await settled()
      await settled()
      expect(sent.length).to.equal(1)
    })

    it('says why a passkey was not used', async () => {
      const { get } = navigator.credentials
      navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
      try {
        const { inside, dialog } = await refusedDialog('passkey')
        inside('button')?.dispatchEvent(new MouseEvent('click'))
        await waitUntil(() => inside('[role=alert]') !== null)
        expect(inside('[role=alert]')?.textContent).to.contain('took too long')
        await expect(dialog).to.be.accessible()
      } finally {
        navigator.credentials.get = get
      }
    })
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
