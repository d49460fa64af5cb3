// The actions on operators: what each does, its fields, its request and its command.

import type {
  EndedSessions,
  InviteResponse,
  OperatorRow,
  SessionRow,
} from '../../../server/contract/console/operators.ts'
import type { ConsoleApi } from '../api/console-api.ts'
import type { Field, SelectField } from '../elements/form-field.ts'
import { shellCommand } from '../elements/quote-shell.ts'

type Values = Record<string, string>

export interface OperatorAction {
  heading: string
  description: string
  submitLabel: string
  isDangerous?: boolean
  fields?: readonly Field[]
  values?: Values
  command: ((values: Values) => string) | null
  act(api: ConsoleApi, values: Values): Promise<InviteResponse | EndedSessions | object>
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

export const inviteAction: OperatorAction = {
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
  act: (api, { name, role, reason }) => api.post('/api/operators/invite', { name, role, reason }),
}

export function passkeyAction({ name, passkeys }: OperatorRow): OperatorAction {
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
    act: (api, { replaces, reason }) =>
      api.post('/api/operators/invite', { name, replacesPasskeys: replaces === 'on', reason }),
  }
}

export function roleAction({ id, name, role }: OperatorRow): OperatorAction {
  return {
    heading: `Change the role of ${name}`,
    description: `${name} is ${role} now. The new role applies at once, also in sessions that are open.`,
    submitLabel: 'Change role',
    fields: [roleField],
    values: { role },
    command: (values) => shellCommand('transfer-link', 'operator', 'role', name, values.role ?? ''),
    act: (api, values) => api.post(`/api/operators/${id}/role`, { role: values.role, reason: values.reason }),
  }
}

export function removeAction({ id, name, signIn }: OperatorRow): OperatorAction {
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
    act: (api, { reason }) => api.delete(`/api/operators/${id}`, { reason }),
  }
}

export function endSessionsAction({ id, name }: OperatorRow): OperatorAction {
  return {
    heading: `End the sessions of ${name}`,
    description: `Signs ${name} out everywhere. A new sign-in is possible at once.`,
    submitLabel: 'End sessions',
    isDangerous: true,
    command: () => shellCommand('transfer-link', 'operator', 'end-sessions', name),
    act: (api, { reason }) => api.post(`/api/operators/${id}/end-sessions`, { reason }),
  }
}

export function endSessionAction({ id, operator, isOwn }: SessionRow): OperatorAction {
  return {
    heading: 'End a session',
    description: isOwn
      ? 'This is your session: you are signed out.'
      : `Signs ${operator.name} out of this one browser.`,
    submitLabel: 'End session',
    isDangerous: true,
    command: () => shellCommand('transfer-link', 'operator', 'end-sessions', '--session', id),
    act: (api, { reason }) => api.delete(`/api/operators/sessions/${id}`, { reason }),
  }
}

export const endAllSessionsAction: OperatorAction = {
  heading: 'End all sessions',
  description: 'Signs every operator out, and you too. New sign-ins are possible at once.',
  submitLabel: 'End all sessions',
  isDangerous: true,
  command: () => 'transfer-link operator end-sessions --all',
  act: (api, { reason }) => api.post('/api/operators/end-sessions', { reason }),
}
