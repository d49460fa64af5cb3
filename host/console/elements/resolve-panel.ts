import { html, LitElement, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import type { PaymentLookUp } from '../../../server/contract/console/resolve.ts'
import { includesRole } from '../../../server/contract/console/role.ts'
import type { ConsoleSession } from '../../../server/contract/console/session.ts'
import type { ProposalView, ResolutionView } from '../../../server/contract/console/transfers.ts'
import type { ConsoleApi } from '../api/console-api.ts'
import './action-dialog.ts'
import type { ActionDialog } from './action-dialog.ts'
import { consoleStyles } from './console-styles.ts'
import type { Field } from './form-field.ts'
import { keyValueStyles, keyValues } from './key-values.ts'
import { shellCommand } from './quote-shell.ts'
import './relative-time.ts'
import { resolvePanelStyles } from './resolve-panel-styles.ts'
import { confirmName, evidenceField, resolveCommand, reviewOf } from './resolve-parts.ts'
import type { Review } from './review.ts'

const equivalentCommand = 'Equivalent command'
/** The command requires no second operator. */
const commandAlone = 'Command without a second operator'

/** The values of an action's form, by the names of its fields. */
type Values = Record<string, string>

/** What the operator has read. */
type Opened = { lastEvent: number } & (
  | { kind: 'record'; resolution: ResolutionView }
  | { kind: 'approve' | 'decline'; proposal: ProposalView | null }
  | { kind: 'acknowledge' }
)

/**
 * The outcomes that an operator can record for a transfer, and the proposal that waits for a second operator.
 *
 * @fires resolved - An action has taken place.
 */
export class ResolvePanel extends LitElement {
  static override styles = [base, consoleStyles, keyValueStyles, resolvePanelStyles]
  static override properties = {
    transferId: { attribute: 'transfer-id' },
    resolutions: { attribute: false },
    proposal: { attribute: false },
    isFlagged: { type: Boolean, attribute: 'is-flagged' },
    lastEvent: { attribute: false },
    session: { attribute: false },
    api: { attribute: false },
    opened: { state: true },
    lookedUp: { state: true },
  }

  declare transferId: string
  declare resolutions: readonly ResolutionView[]
  declare proposal: ProposalView | null
  /** The transfer needs an operator. */
  declare isFlagged: boolean
  /** The number of the transfer's last event. */
  declare lastEvent: number
  declare session: ConsoleSession | null
  declare api: ConsoleApi
  /** What the dialog is about. It stays while the data refreshes. */
  declare private opened: Opened
  /** What is known of the transaction that the operator has entered. */
  declare private lookedUp: PaymentLookUp | null

  constructor() {
    super()
    this.transferId = ''
    this.resolutions = []
    this.proposal = null
    this.isFlagged = false
    this.session = null
    this.lastEvent = 0
    this.opened = { kind: 'decline', proposal: null, lastEvent: 0 }
    this.lookedUp = null
  }

  protected override render() {
    const { proposal, resolutions } = this
    if (proposal === null && resolutions.length === 0) return this.ended()
    return html`${proposal === null ? nothing : this.proposalPart(proposal)}
      ${proposal === null ? html`<ul aria-label="Outcomes">${resolutions.map((each) => this.outcome(each))}</ul>` : nothing}
      ${this.mayAct ? nothing : html`<p class="muted">Recording an outcome requires the role operator.</p>`}
      ${this.dialog()}`
  }

  /** The flag of an ended transfer stays until an operator ends it. */
  private ended() {
    const { isFlagged, mayAct } = this
    const button = html`<button type="button" class="button" @click=${() => this.openDialog({ kind: 'acknowledge', lastEvent: this.lastEvent })}>End the flag…</button>`
    return html`<p class="muted">The transfer has ended. No other outcome can be recorded.${
      isFlagged ? ' Once you have dealt with the reason, end the flag.' : nothing
    }</p>
    ${isFlagged && mayAct ? button : nothing}${isFlagged ? this.dialog() : nothing}`
  }

  private acknowledgeDialog(lastEvent: number) {
    const path = `/api/transfers/${this.transferId}/acknowledge`
    return html`<action-dialog heading="End the flag" submit-label="End the flag"
      description="The outcome of the transfer stays, and the app is not told anything. The transfer leaves this list."
      .fields=${[evidenceField]} .command=${({ evidence = '' }: Values) =>
        shellCommand('transfer-link', 'transfer', 'acknowledge', this.transferId, '--evidence', evidence)}
      .act=${(values: Values) => this.api.post(path, { ...values, lastEvent })} @done=${this.announce}></action-dialog>`
  }

  private get mayAct(): boolean {
    return this.session !== null && includesRole(this.session.operator.role, 'operator')
  }

  private get needsSecond(): boolean {
    return this.session?.twoPersonResolve === true
  }

  private outcome(resolution: ResolutionView) {
    const { label, effect, refusal, allowedFrom } = resolution
    const from =
      allowedFrom === null
        ? nothing
        : html` It can be recorded from <relative-time datetime=${allowedFrom} exact></relative-time> on.`
    const verb = this.needsSecond ? 'Propose…' : 'Record…'
    const button = html`<button type="button" class="button" aria-label="${verb} ${label}"
      @click=${() => this.openDialog({ kind: 'record', resolution, lastEvent: this.lastEvent })}>${verb}</button>`
    return html`<li>
      <div><b>${label}</b><p class="muted">${effect}</p>${
        refusal === null ? nothing : html`<p class="refused">Not yet. ${refusal}${from}</p>`
      }</div>
      ${this.mayAct && refusal === null ? button : nothing}
    </li>`
  }

  private proposalPart(proposal: ProposalView) {
    const { label, effect, value, report, despite, evidence, operator, proposedAt, eventsSince } = proposal
    return html`<section class="card proposal" aria-label="Proposal">
      <h3>${operator} proposes: ${label}</h3>
      <p>${effect}</p>
      ${keyValues([
        ['Proposed', html`<relative-time datetime=${proposedAt} exact></relative-time>`],
        ['Value', value],
        ['Looked up', report],
        ['Proposed despite', despite.length === 0 ? null : despite.join(', ')],
        ['Evidence', evidence],
        [
          'Since then',
          eventsSince === 0 ? null : `The transfer has ${eventsSince} new events. Read the timeline first.`,
        ],
      ])}
      ${this.mayAct ? this.decision(proposal) : nothing}
    </section>`
  }

  private decision(proposal: ProposalView) {
    const { isOwn } = proposal
    const open = (kind: 'approve' | 'decline') => this.openDialog({ kind, proposal, lastEvent: this.lastEvent })
    const decline = html`<button type="button" class="button" @click=${() => open('decline')}>${
      isOwn ? 'Take back…' : 'Decline…'
    }</button>`
    if (isOwn)
      return html`<div class="actions">${decline}<span class="muted">Another operator has to approve it.</span></div>`
    return html`<div class="actions">
      <button type="button" class="button primary" @click=${() => open('approve')}>Approve…</button>${decline}
    </div>`
  }

  private async openDialog(opened: Opened) {
    this.opened = opened
    this.lookedUp = null
    await this.updateComplete
    await this.renderRoot.querySelector<ActionDialog>('action-dialog')?.open()
  }

  private dialog() {
    const { opened } = this
    if (opened.kind === 'acknowledge') return this.acknowledgeDialog(opened.lastEvent)
    if (opened.kind === 'record') return this.recordDialog(opened.resolution, opened.lastEvent)
    const { label = '', effect = '', option = '', value = null, evidence = '', proposedAt } = opened.proposal ?? {}
    const { despite = [] } = opened.proposal ?? {}
    const approves = opened.kind === 'approve'
    return html`<action-dialog heading=${approves ? `Approve: ${label}` : `Decline: ${label}`}
      description=${approves ? effect : 'The proposal is deleted, and the transfer stays as it is.'}
      submit-label=${approves ? 'Approve' : 'Decline'} command-label=${approves ? commandAlone : equivalentCommand} .command=${() =>
        approves
          ? resolveCommand(this.transferId, { option, value, evidence, despite })
          : shellCommand(
              'transfer-link',
              'transfer',
              'decline',
              this.transferId,
            )} .act=${(values: Values) => this.decide(opened.kind, { reason: values.reason, proposedAt, lastEvent: opened.lastEvent })} @done=${this.announce}></action-dialog>`
  }

  private recordDialog({ kind, label, effect, field, option }: ResolutionView, lastEvent: number) {
    const fields: Field[] = [
      ...(field === null ? [] : [{ ...field, type: 'text', isRequired: true } as const]),
      evidenceField,
    ]
    const path = `/api/transfers/${this.transferId}/${this.needsSecond ? 'proposal' : 'resolve'}`
    const verb = this.needsSecond ? 'Propose' : 'Record'
    const entered = (values: Values) => (field === null ? null : (values[field.name] ?? ''))
    const despiteOf = (values: Values) => (values.despite === 'on' ? (this.lookedUp?.differences ?? []) : [])
    const act = (values: Values) => this.api.post(path, { ...values, despite: despiteOf(values), kind, lastEvent })
    return html`<action-dialog heading=${`${verb}: ${label}`} description=${effect} submit-label=${verb} .fields=${fields}
      command-label=${this.needsSecond ? commandAlone : equivalentCommand}
      .review=${kind === 'succeeded' ? this.review : null} .command=${(values: Values) =>
        resolveCommand(this.transferId, {
          option,
          value: entered(values),
          evidence: values.evidence ?? '',
          despite: despiteOf(values),
        })}
      .act=${act} @done=${this.announce}>
      ${
        this.needsSecond
          ? html`<p class="muted">Nothing changes until a second operator approves it. The command changes it at once, and the audit
              log says so.</p>`
          : nothing
      }
    </action-dialog>`
  }

  /** The payment is looked up first. */
  private readonly review: Review = {
    field: 'hash',
    label: 'Look up',
    confirmName,
    read: async (hash) => {
      const query = new URLSearchParams({ hash })
      this.lookedUp = await this.api.get<PaymentLookUp>(`/api/transfers/${this.transferId}/payment?${query}`)
      return reviewOf(this.lookedUp, this.needsSecond ? 'Propose' : 'Record')
    },
  }

  private decide(decision: 'approve' | 'decline', body: object) {
    const path = `/api/transfers/${this.transferId}/proposal`
    return decision === 'approve' ? this.api.post(`${path}/approve`, body) : this.api.delete(path, body)
  }

  private announce() {
    this.dispatchEvent(new CustomEvent('resolved', { bubbles: true }))
  }
}

customElements.define('resolve-panel', ResolvePanel)

declare global {
  interface HTMLElementTagNameMap {
    'resolve-panel': ResolvePanel
  }
}
