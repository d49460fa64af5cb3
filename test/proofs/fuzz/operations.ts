// The operations in the document of the running server, with the parts of their requests.
import type { JsonSchema } from '../../support/json-schema.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: JsonSchema
}

export interface Operation {
  id: string
  method: string
  path: string
  security: 'client' | 'session' | 'none'
  parameters: Parameter[]
  body: JsonSchema | null
  /** Relative frequency. */
  weight: number
}

interface Described {
  operationId: string
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}

export interface ApiDocument {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, JsonSchema> }
}

// Operations that return tokens, and those with much code, are drawn more often. Large responses are drawn rarely.
const weights: Record<string, number> = {
  configureTransfer: 6,
  previewTransfer: 8,
  executeTransfer: 5,
  createLink: 6,
  createLinkToken: 5,
  connectAccount: 3,
  previewLinkTransfer: 5,
  executeLinkTransfer: 3,
  readMetrics: 0.3,
  readOpenApi: 0.2,
  readReference: 0.2,
}

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const security = described.security?.[0] ?? {}
      const large = /openapi|reference/.test(path)
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        security: 'clientId' in security ? 'client' : 'linkSession' in security ? 'session' : 'none',
        parameters: described.parameters ?? [],
        body: described.requestBody?.content['application/json']?.schema ?? null,
        weight: weights[described.operationId] ?? (large ? 0.2 : 2),
      }
    }),
  )
}
