// The description of the API as a whole.

export const about = {
  title: 'Transfer Link',
  summary: 'Managed transfer of digital assets from exchange accounts to addresses the app supplies.',
  description: [
    '**Names** are accepted in any casing, in bodies and queries, each at most once. Responses use exactly the casing written here. ' +
      'Unknown fields are ignored, except inside a destination. Null in an optional field counts as absent.',
    '**Amounts** are JSON numbers whose digits are exact, on the endpoints for backends, and decimal text on those of the hosted UI ' +
      '(`/api/v1/link/…`). Zero, negative numbers and text are refused.',
    '**Errors** have the shape of their endpoint and add `errorType`, `errorData` and `requestId`. With ' +
      '`Accept: application/problem+json` they follow RFC 9457. An unknown path returns 404 `routeNotFound`. A wrong ' +
      'method, or a GET with a body where POST is meant, returns 405 `methodNotAllowed` with `Allow`.',
    '**Additive** marks extensions to the managed transfer API.',
  ].join('\n\n'),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

export const tags = [
  { name: 'Transfers', description: 'Networks, configure, preview, execute: for backends.' },
  { name: 'Links', description: 'Links for the hosted transfer UI.' },
  { name: 'Reading', description: 'Transfers, integrations and their health.' },
  {
    name: 'Webhooks',
    description:
      'Events of transfers and accounts, sent to your server or read from a list. Schemas describes their bodies: TransferSucceededEvent and the other events.',
  },
  { name: 'Accounts', description: 'The tokens of connected accounts.' },
  {
    name: 'Link session',
    description: 'What the hosted UI calls with its link session. Native callers get an auth token here.',
  },
  { name: 'Operations', description: 'Health, version and this document.' },
]

export const securitySchemes = {
  clientId: { type: 'apiKey', in: 'header', name: 'X-Client-Id', description: 'Client identifier.' },
  clientSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Client-Secret',
    description: 'Client secret. Use it on servers only, never in a page or an app.',
  },
  linkSession: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `sessionToken` from POST /api/v1/link/session.',
  },
}

export const sharedHeaders = {
  'X-Request-Id': {
    description: 'The request’s id, as in errors and in the server’s log.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
  'RateLimit-Policy': {
    description: 'The limit that counted this request: `"client";q=200;w=2` is 200 in 2 seconds.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'The remaining requests, and the seconds until the full limit is available again: `"client";r=150;t=1`.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'The accepted credentials: `X-Client-Secret` or `Bearer`.',
    schema: { type: 'string' },
  },
  Allow: { description: 'The methods of the path.', schema: { type: 'string' } },
}
