// The actions on operators: what each does, its fields, its request and its command.

import type { InviteResponse, OperatorRow, SessionRow } from '../../../server/contract/console/operators.ts'
import type { ConsoleApi } from '../api/console-api.ts'
import type { SelectField } from '../elements/form-field.ts'
import { shellCommand } from '../elements/quote-shell.ts'
import type { ScreenAction } from './action-screen.ts'

export interface OperatorActionContext {
  api: ConsoleApi
  /** Shows the URL of an invitation. */
  showInvitation(invitation: InviteResponse): void
}

const roleField: SelectField = {
  name: 'role',
  label: 'Role',
  type: 'select',
  isRequired: true,
  options: [
    { value: 'viewer', text: 'Viewer: reads every screen' },
    { value: 'operator', text: 'Operator: also resolves transfers, and pauses sending' },
    { value: 'admin', text: 'Admin: also clients, secrets and operators' },
  ],
}

export function inviteAction({ api, showInvitation }: OperatorActionContext): ScreenAction {
  return {
    heading: 'Invite an operator',
    description:
      'Shows a URL, valid once and for 15 minutes, with which the operator registers a passkey. Nobody else may get it.',
    submitLabel: 'Create invitation',
    fields: [
      {
        name: 'name',
        label: 'Name',
        type: 'text',
        hint: 'The name in the audit log. It is not used again.',
        isRequired: true,
      },
      roleField,
    ],
    values: { role: 'viewer' },
    command: ({ name = '', role = '' }) =>
      shellCommand('transfer-link', 'operator', 'invite', '--name', name, '--role', role),
    act: ({ name, role, reason }) => api.post('/api/operators/invite', { name, role, reason }),
    done: (invited) => showInvitation(invited as InviteResponse),
  }
}

export function passkeyAction(
  { api, showInvitation }: OperatorActionContext,
  { name, passkeys }: OperatorRow,
): ScreenAction {
  return {
    heading: `Add a passkey for ${name}`,
    description: `Shows a URL, valid once and for 15 minutes, with which ${name} registers a further passkey.`,
    submitLabel: 'Create invitation',
    fields:
      passkeys === 0
        ? []
        : [
            {
              name: 'replaces',
              label: 'The present passkeys are lost or stolen',
              type: 'checkbox',
              hint: 'Deletes them at once, and ends the sessions of this operator.',
            },
          ],
    command: ({ replaces }) =>
      shellCommand('transfer-link', 'operator', 'invite', '--name', name, ...(replaces ? ['--replace'] : [])),
    act: ({ replaces, reason }) =>
      api.post('/api/operators/invite', { name, replacesPasskeys: replaces === 'on', reason }),
    done: (invited) => showInvitation(invited as InviteResponse),
  }
}

export function roleAction({ api }: OperatorActionContext, { id, name, role }: OperatorRow): ScreenAction {
  return {
    heading: `Change the role of ${name}`,
    description: `${name} is ${role} now. The new role applies at once, also in sessions that are open.`,
    submitLabel: 'Change role',
    fields: [roleField],
    values: { role },
    command: (values) => shellCommand('transfer-link', 'operator', 'role', name, values.role ?? ''),
    act: (values) => api.post(`/api/operators/${id}/role`, { role: values.role, reason: values.reason }),
  }
}

export function removeAction({ api }: OperatorActionContext, { id, name, signIn }: OperatorRow): ScreenAction {
  const after =
    signIn === 'oidc'
      ? 'The identity provider cannot let this operator in again.'
      : 'The passkeys are deleted, and the name is not used again.'
  return {
    heading: `Remove ${name}`,
    description: `Ends all sessions of ${name} at once. ${after} To undo this, use transfer-link operator restore.`,
    submitLabel: 'Remove operator',
    isDangerous: true,
    command: () => shellCommand('transfer-link', 'operator', 'remove', name),
    act: ({ reason }) => api.delete(`/api/operators/${id}`, { reason }),
  }
}

export function endSessionsAction({ api }: OperatorActionContext, { id, name }: OperatorRow): ScreenAction {
  return {
    heading: `End the sessions of ${name}`,
    description: `Signs ${name} out everywhere. A new sign-in is possible at once.`,
    submitLabel: 'End sessions',
    isDangerous: true,
    command: () => shellCommand('transfer-link', 'operator', 'end-sessions', name),
    act: ({ reason }) => api.post(`/api/operators/${id}/end-sessions`, { reason }),
  }
}

export function endSessionAction({ api }: OperatorActionContext, { id, operator }: SessionRow): ScreenAction {
  return {
    heading: 'End a session',
    description: `Signs ${operator.name} out of this one browser.`,
    submitLabel: 'End session',
    isDangerous: true,
    command: () => shellCommand('transfer-link', 'operator', 'end-sessions', '--session', id),
    act: ({ reason }) => api.delete(`/api/operators/sessions/${id}`, { reason }),
  }
}

export function endAllSessionsAction({ api }: OperatorActionContext): ScreenAction {
  return {
    heading: 'End all sessions',
    description: 'Signs every operator out, and you too. New sign-ins are possible at once.',
    submitLabel: 'End all sessions',
    isDangerous: true,
    command: () => 'transfer-link operator end-sessions --all',
    act: ({ reason }) => api.post('/api/operators/end-sessions', { reason }),
  }
}
