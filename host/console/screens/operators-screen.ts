import { css, html, nothing } from 'lit'
import { checkIcon } from '../../../components/ui/icons.ts'
import { base } from '../../../components/ui/theme.ts'
import type { InviteResponse, OperatorRow, SessionRow } from '../../../server/contract/console/operators.ts'
import type { SignInMethods } from '../../../server/contract/console/session.ts'
import { ConsoleApiError } from '../api/console-api-error.ts'
import { PagedRows } from '../api/paged-rows.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import '../elements/copy-button.ts'
import { type Column, pagedTable } from '../elements/data-table.ts'
import { exactTime } from '../elements/format-time.ts'
import { emptyState, notice, noticeStyles } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import '../elements/relative-time.ts'
import { badgeStyles, stateBadge } from '../elements/state-badge.ts'
import { actionColumn } from '../elements/table-actions.ts'
import { tableStyles } from '../elements/table-styles.ts'
import { ActionScreen, type ScreenAction } from './action-screen.ts'
import {
  endAllSessionsAction,
  endSessionAction,
  endSessionsAction,
  inviteAction,
  type OperatorActionContext,
  passkeyAction,
  removeAction,
  roleAction,
} from './operator-actions.ts'

export class OperatorsScreen extends ActionScreen {
  static override styles = [
    base,
    consoleStyles,
    noticeStyles,
    tableStyles,
    badgeStyles,
    css`
      .invitation pre { margin: 8px 0; background: var(--bg) }
      .name { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; font-weight: 600 }
    `,
  ]
  static override properties = {
    methods: { state: true },
    invitation: { state: true },
  }

  /** Null until the server has answered. */
  declare private methods: SignInMethods | null
  /** It is shown until the operator leaves the page. */
  declare private invitation: InviteResponse | null
  private readonly operators = new PagedRows<OperatorRow>(this, () => '/api/operators')
  private readonly sessions = new PagedRows<SessionRow>(this, () => '/api/operators/sessions')

  constructor() {
    super()
    this.methods = null
    this.invitation = null
  }

  override connectedCallback() {
    super.connectedCallback()
    void this.loadMethods()
  }

  protected override render() {
    if (!this.mayAct('admin')) {
      return html`<page-heading heading="Operators"></page-heading>${emptyState(
        'Only admins see the operators',
        `Your role is ${this.session?.operator.role ?? 'not known'}. Ask an admin, or use transfer-link operator list.`,
      )}`
    }
    const { methods } = this
    const canInvite = methods?.passkeys ?? false
    return html`<page-heading heading="Operators">
        <button type="button" class="button" @click=${() => this.start(endAllSessionsAction(this.context))}>End all sessions</button>
        ${canInvite ? this.inviteButton() : nothing}
      </page-heading>
      ${methods === null ? nothing : this.waysPart(methods)}${this.invitationPart()}
      ${pagedTable({ list: this.operators, label: 'Operators', columns: this.operatorColumns(), keyOf: ({ id }) => id, empty })}
      ${
        this.operators.rows === null
          ? nothing
          : html`<h2>Sessions</h2>${pagedTable({
              list: this.sessions,
              label: 'Sessions',
              columns: this.sessionColumns(),
              keyOf: ({ id }) => id,
              empty: emptyState('No sessions'),
            })}`
      }
      ${this.renderAction()}`
  }

  private waysPart({ oidc, passkeysRefused }: SignInMethods) {
    const provider = html`Operators sign in at your identity provider, which also gives the roles, by <code>CONSOLE_ROLES</code>.`
    return html`${oidc ? html`<p class="lead">${provider}</p>` : nothing}
      ${passkeysRefused === null || oidc ? nothing : notice('neutral', `Invitations are off. ${passkeysRefused}`)}`
  }

  private invitationPart() {
    if (this.invitation === null) return nothing
    const { name, role, url, expiresAt } = this.invitation
    return html`<section class="notice ok invitation" aria-label="Invitation" tabindex="-1">${checkIcon}<div>
      <b>Send this URL to ${name}, and to nobody else</b>
      It registers a passkey with the role ${role}. It works once, until ${exactTime(expiresAt)}, and is not shown again.
      <pre tabindex="0" aria-label="URL of the invitation">${url}</pre>
      <copy-button text=${url} what="the URL" label="Copy URL"></copy-button>
      <button type="button" class="button plain" @click=${this.closeInvitation}>Close</button>
    </div></section>`
  }

  private inviteButton() {
    return html`<button type="button" class="button primary" @click=${() => this.start(inviteAction(this.context))}>Invite operator</button>`
  }

  private operatorColumns(): readonly Column<OperatorRow>[] {
    const ownId = this.session?.operator.id
    return [
      {
        heading: 'Name',
        cell: ({ id, name }) =>
          html`<span class="name">${name} ${id === ownId ? stateBadge('You', 'neutral') : nothing}</span>`,
      },
      { heading: 'Role', cell: ({ role }) => stateBadge(role, 'neutral') },
      { heading: 'Sign-in', cell: (row) => html`<span class="nowrap">${wayOf(row)}</span>` },
      {
        heading: 'Last used',
        cell: ({ lastUsedAt }) =>
          lastUsedAt === null ? 'never' : html`<relative-time datetime=${lastUsedAt}></relative-time>`,
      },
      { heading: 'Sessions', isNumber: true, cell: ({ sessions }) => sessions },
      actionColumn<OperatorRow>(
        [
          {
            label: 'Change role',
            act: this.actionOn(roleAction),
            isOffered: ({ id, signIn }) => id !== ownId && signIn !== 'oidc',
          },
          {
            label: 'Add passkey',
            act: this.actionOn(passkeyAction),
            isOffered: ({ signIn }) => signIn !== 'oidc' && this.methods?.passkeys === true,
          },
          { label: 'End sessions', act: this.actionOn(endSessionsAction), isOffered: ({ sessions }) => sessions > 0 },
          { label: 'Remove', act: this.actionOn(removeAction) },
        ],
        ({ name }) => name,
      ),
    ]
  }

  private sessionColumns(): readonly Column<SessionRow>[] {
    return [
      {
        heading: 'Operator',
        cell: ({ operator, isOwn }) =>
          html`<span class="name">${operator.name} ${isOwn ? stateBadge('This session', 'neutral') : nothing}</span>`,
      },
      { heading: 'Address', cell: ({ address }) => address || 'not known' },
      { heading: 'Signed in', cell: ({ createdAt }) => html`<relative-time datetime=${createdAt}></relative-time>` },
      { heading: 'Last used', cell: ({ usedAt }) => html`<relative-time datetime=${usedAt}></relative-time>` },
      { heading: 'Ends at the latest', cell: ({ expiresAt }) => exactTime(expiresAt) },
      actionColumn<SessionRow>(
        // The own one ends by signing out: another sign-in for this action would begin a new one.
        [{ label: 'End session', act: this.actionOn(endSessionAction), isOffered: ({ isOwn }) => !isOwn }],
        ({ operator }) => operator.name,
      ),
    ]
  }

  private actionOn<Row>(action: (context: OperatorActionContext, row: Row) => ScreenAction) {
    return (row: Row) => void this.start(action(this.context, row))
  }

  private get context(): OperatorActionContext {
    return { api: this.api, showInvitation: (invitation) => void this.showInvitation(invitation) }
  }

  protected override refresh() {
    this.operators.poll.refresh()
    this.sessions.poll.refresh()
  }

  private async showInvitation(invitation: InviteResponse) {
    this.invitation = invitation
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('.invitation')?.focus()
  }

  private closeInvitation() {
    this.invitation = null
  }

  private async loadMethods() {
    try {
      this.methods = await this.api.get<SignInMethods>('/api/sign-in')
    } catch (error) {
      // The lists say that the server does not answer.
      if (!(error instanceof ConsoleApiError)) throw error
    }
  }
}

const empty = emptyState('No operators yet', 'Invite the first one with transfer-link operator invite.')

function wayOf({ signIn, passkeys }: OperatorRow): string {
  if (signIn === 'oidc') return 'Identity provider'
  return passkeys === 0 ? 'No passkey' : passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`
}

customElements.define('operators-screen', OperatorsScreen)

declare global {
  interface HTMLElementTagNameMap {
    'operators-screen': OperatorsScreen
  }
}
