import * as z from 'zod'
import { describeEndpoint, jsonResponse, textResponse } from '../../contract/endpoint.ts'

export const openApiEndpoint = describeEndpoint({
  id: 'readOpenApi',
  method: 'get',
  path: '/openapi.json',
  tag: 'Operations',
  summary: 'Read the OpenAPI document',
  security: 'none',
  responses: {
    200: jsonResponse('OpenAPI 3.1.', z.looseObject({ openapi: z.string() }), {
      examples: { document: { openapi: '3.1.1' } },
    }),
  },
  errors: [],
})

export const referenceEndpoint = describeEndpoint({
  id: 'readReference',
  method: 'get',
  path: '/reference',
  tag: 'Operations',
  summary: 'Read the API reference as a page',
  security: 'none',
  responses: {
    200: textResponse('An HTML page without scripts or external resources.', 'text/html', '<!doctype html>…'),
  },
  errors: [],
})
