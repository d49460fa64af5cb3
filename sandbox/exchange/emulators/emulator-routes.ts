// The console API of the emulators: keys, saved addresses, faults and recorded requests.

import { badRequest } from '../exchange-error.ts'
import { json, type Route, route } from '../http.ts'
import { optionalText, text } from '../read-order.ts'
import type { ApiKey } from './api-keys.ts'
import type { Emulators } from './emulator-context.ts'
import { countOrders } from './request-record.ts'

export function emulatorRoutes({ apiKeys, savedAddresses, oauthApps, faults, requests }: Emulators): Route[] {
  const faultsOf = (name: string | undefined) => {
    const emulatorFaults = name !== undefined && Object.hasOwn(faults, name) ? faults[name] : undefined
    if (emulatorFaults === undefined) throw badRequest(`The emulators are: ${Object.keys(faults).join(', ')}.`)
    return emulatorFaults
  }
  return [
    route('GET /console/api-keys', () => json({ apiKeys: apiKeys.all().map(keyOnTheWire) })),
    route('POST /console/api-keys', ({ body }) => {
      const made = apiKeys.make(text(body, 'emulator'), text(body, 'login'), optionalText(body, 'accountId'))
      return json({ apiKey: keyOnTheWire(made) }, 201)
    }),
    // The key is in the body because keys of real exchanges contain slashes.
    route('PATCH /console/api-keys', ({ body }) =>
      json({ apiKey: keyOnTheWire(apiKeys.change(text(body, 'key'), body)) }),
    ),
    route('DELETE /console/api-keys', ({ body }) => {
      apiKeys.remove(text(body, 'key'))
      return json({})
    }),
    route('GET /console/addresses', () => json({ addresses: savedAddresses.all() })),
    route('POST /console/addresses', ({ body }) => json({ address: savedAddresses.save(body) }, 201)),
    route('PATCH /console/addresses/:id', ({ params, body }) =>
      json({ address: savedAddresses.verify(params.id ?? '', body.verified !== false) }),
    ),
    route('DELETE /console/addresses/:id', ({ params }) => {
      savedAddresses.remove(params.id ?? '')
      return json({})
    }),
    route('GET /console/oauth-apps', () => json({ oauthApps: oauthApps.all() })),
    route('PATCH /console/oauth-apps/:clientId', ({ params, body }) =>
      json({ oauthApp: oauthApps.setRedirectUris(params.clientId ?? '', body.redirectUris) }),
    ),
    route('GET /console/emulators/:emulator/faults', ({ params }) =>
      json({ faults: faultsOf(params.emulator).state() }),
    ),
    route('PUT /console/emulators/:emulator/faults', ({ params, body }) => {
      const emulatorFaults = faultsOf(params.emulator)
      emulatorFaults.set(body)
      return json({ faults: emulatorFaults.state() })
    }),
    route('GET /console/emulators/:emulator/orders', ({ params }) => {
      faultsOf(params.emulator)
      return json({ orders: countOrders(requests.find({ emulator: params.emulator ?? null, kind: 'withdraw' })) })
    }),
    route('GET /console/emulators/:emulator/requests', ({ params, query }) => {
      faultsOf(params.emulator)
      const filter = { kind: query.get('kind'), reference: query.get('reference'), login: query.get('login') }
      return json({ requests: requests.find({ emulator: params.emulator ?? null, ...filter }) })
    }),
  ]
}

function keyOnTheWire({ login, ...key }: ApiKey): Record<string, unknown> {
  return { ...key, login: login.name, createdAt: new Date(key.createdAt).toISOString() }
}
