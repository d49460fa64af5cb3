// What operators change about clients: secrets, callback URLs, limits and the allow-list.

import { callbackUrlFault, checkCallbackUrl } from '../clients/callback-url.ts'
import {
  registerCallbackUrl,
  registerClient,
  revokeChosen,
  rotateSecret,
  unregisterCallbackUrl,
} from '../clients/change-clients.ts'
import { clientNameFault } from '../clients/client-name.ts'
import { maximumSecrets } from '../clients/key-sets.ts'
import {
  callbackRequest,
  type NewSecret,
  newClientRequest,
  newSecretRequest,
  placeRequest,
  reasonOnly,
  removeLimitRequest,
  setLimitRequest,
} from '../contract/console/clients.ts'
import type { LimitName } from '../contract/limit-names.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Environment } from '../secrets/tokens.ts'
import { allowPlace, changeLimit, disallowPlace, endLimit } from '../transfers/change-limits.ts'
import { readLimitValue, UnfitLimitValue } from '../transfers/limit-value.ts'
import { readPlace, UnfitPlace } from '../transfers/read-place.ts'
import { requireClient } from './client-endpoints.ts'
import { actionEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'

/** An app's access to the server: an admin, who has signed in recently. */
const access = { role: 'admin', recentSignIn: true } as const

export const createClient = actionEndpoint({
  ...access,
  method: 'POST',
  path: '/api/clients',
  body: newClientRequest,
  async act({ deps, input: { name, callbackUrls } }, record) {
    const fault = clientNameFault(name)
    if (fault !== null) throw new ConsoleError('invalidField', { field: 'name', message: fault })
    for (const url of callbackUrls) requireCallbackUrl(url, { environment: deps.environment, field: 'callbackUrls' })
    const { id, secret } = await registerClient(deps, record, { name, callbackUrls: [...new Set(callbackUrls)] })
    const created: NewSecret = { clientId: id, secretId: null, secret }
    return created
  },
})

export const addClientSecret = actionEndpoint({
  ...access,
  method: 'POST',
  path: '/api/clients/:id/secrets',
  body: newSecretRequest,
  async act({ deps, params, input: { revokesOthers } }, record) {
    const { id: clientId } = await requireClient(deps, params.id)
    const added = await rotateSecret(deps, record, { clientId, revokesOthers })
    if (added === null) {
      const message = `The client already has ${maximumSecrets} valid secrets. Revoke one first.`
      throw new ConsoleError('conflict', { message })
    }
    const created: NewSecret = { clientId, secretId: added.id, secret: added.secret }
    return created
  },
})

export const revokeClientSecret = actionEndpoint({
  ...access,
  method: 'DELETE',
  path: '/api/clients/:id/secrets/:secretId',
  body: reasonOnly,
  async act({ deps, params }, record) {
    const { id: clientId } = await requireClient(deps, params.id)
    const choose = (secrets: readonly { id: string }[]) =>
      secrets.filter(({ id }) => id === params.secretId).map(({ id }) => id)
    const { revoked } = await revokeChosen(deps, record, { clientId, choose })
    if (revoked === 0) throw new ConsoleError('notFound', { message: 'The client has no such valid secret.' })
    return {}
  },
})

export const addClientCallback = actionEndpoint({
  ...access,
  method: 'POST',
  path: '/api/clients/:id/callback-urls',
  body: callbackRequest,
  async act({ deps, params, input: { url } }, record) {
    const { id: clientId } = await requireClient(deps, params.id)
    requireCallbackUrl(url, { environment: deps.environment, field: 'url' })
    if (!(await registerCallbackUrl(deps, record, { clientId, url })))
      throw new ConsoleError('conflict', { field: 'url', message: 'This URL is registered already.' })
    return {}
  },
})

export const removeClientCallback = actionEndpoint({
  ...access,
  method: 'DELETE',
  path: '/api/clients/:id/callback-urls',
  body: callbackRequest,
  async act({ deps, params, input: { url } }, record) {
    const { id: clientId } = await requireClient(deps, params.id)
    if (!(await unregisterCallbackUrl(deps, record, { clientId, url })))
      throw new ConsoleError('notFound', { message: 'This URL is not registered.' })
    return {}
  },
})

export const setClientLimit = actionEndpoint({
  ...access,
  method: 'POST',
  path: '/api/clients/:id/limits',
  body: setLimitRequest,
  async act({ deps, params, input: { name, value } }, record) {
    const { id: clientId } = await requireClient(deps, params.id)
    const limit = { name, clientId, value: storedValue(name, value), setAt: deps.now() }
    await changeLimit(deps.database.query, record, limit)
    return {}
  },
})

export const removeClientLimit = actionEndpoint({
  ...access,
  method: 'DELETE',
  path: '/api/clients/:id/limits',
  body: removeLimitRequest,
  async act({ deps, params, input: { name } }, record) {
    const { id: clientId } = await requireClient(deps, params.id)
    if (!(await endLimit(deps.database.query, record, { name, clientId })))
      throw new ConsoleError('notFound', { message: 'The client has no such limit.' })
    return {}
  },
})

export const allowClientPlace = actionEndpoint({
  ...access,
  method: 'POST',
  path: '/api/clients/:id/destinations',
  body: placeRequest,
  async act({ deps, params, input }, record) {
    const { id: clientId } = await requireClient(deps, params.id)
    const place = { ...placeNamed(deps.networks, input.place), clientId }
    if (!(await allowPlace(deps.database.query, record, { place, now: deps.now() })))
      throw new ConsoleError('conflict', { field: 'place', message: 'This destination is allowed already.' })
    return {}
  },
})

export const disallowClientPlace = actionEndpoint({
  ...access,
  method: 'DELETE',
  path: '/api/clients/:id/destinations',
  body: placeRequest,
  async act({ deps, params, input }, record) {
    const { id: clientId } = await requireClient(deps, params.id)
    const place = { ...placeNamed(deps.networks, input.place), clientId }
    if (!(await disallowPlace(deps.database.query, record, place)))
      throw new ConsoleError('notFound', { message: 'The client has no such allowed destination.' })
    return {}
  },
})

function requireCallbackUrl(url: string, { environment, field }: { environment: Environment; field: string }): void {
  if (checkCallbackUrl(url, environment)) return
  throw new ConsoleError('invalidField', { field, message: `This URL ${callbackUrlFault(url, environment)}` })
}

function storedValue(name: LimitName, value: string): string {
  try {
    return readLimitValue(name, value)
  } catch (error) {
    if (!(error instanceof UnfitLimitValue)) throw error
    throw new ConsoleError('invalidField', { field: 'value', message: error.message })
  }
}

function placeNamed(networks: NetworkCatalogue, text: string) {
  try {
    return readPlace(networks, text)
  } catch (error) {
    if (!(error instanceof UnfitPlace)) throw error
    throw new ConsoleError('invalidField', { field: 'place', message: error.message })
  }
}
