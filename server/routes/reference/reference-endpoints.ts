import * as z from 'zod'
import { describeEndpoint, jsonAnswer, textAnswer } from '../../contract/endpoint.ts'

export const openApiEndpoint = describeEndpoint({
  id: 'readOpenApi',
  method: 'get',
  path: '/openapi.json',
  tag: 'Operations',
  summary: 'This document',
  security: 'none',
  answers: {
    200: jsonAnswer('OpenAPI 3.1.', z.looseObject({ openapi: z.string() }), { document: { openapi: '3.1.1' } }),
  },
  errors: [],
})

export const referenceEndpoint = describeEndpoint({
  id: 'readReference',
  method: 'get',
  path: '/reference',
  tag: 'Operations',
  summary: 'This document as a page',
  security: 'none',
  answers: { 200: textAnswer('For people. Loads nothing from elsewhere.', 'text/html', '<!doctype html>…') },
  errors: [],
})
