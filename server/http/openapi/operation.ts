// The operations of an OpenAPI document.

import type { JsonSchema } from './schemas.ts'

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, MediaType> }
  responses: Record<string, { description: string; headers?: JsonSchema; content?: Record<string, MediaType> }>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface MediaType {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, JsonSchema>
}
