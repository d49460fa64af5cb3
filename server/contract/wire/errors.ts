import * as z from 'zod'
import { type ErrorType, errorCatalogue } from '../errors.ts'
import { TransferResult } from './execute.ts'
import { Id } from './values.ts'

const errorTypes = Object.keys(errorCatalogue) as [ErrorType, ...ErrorType[]]
export const ErrorTypeName = z
  .enum(errorTypes)
  .meta({ id: 'ErrorType', description: 'What went wrong, stable: decide by this, never by the sentence.' })

const FieldProblem = z
  .object({
    field: z.string().describe('Path of the field, such as `ToAddresses[0].Address`.'),
    errorType: ErrorTypeName,
    message: z.string(),
  })
  .meta({ id: 'FieldProblem' })

export const ErrorDetails = z
  .looseObject({
    field: z.string().optional(),
    errors: z.array(FieldProblem).max(20).optional().describe('Every problem of the fields, at most 20.'),
  })
  .meta({ id: 'ErrorData', description: 'The values that stand in the sentence, and more where it helps. Additive.' })

const requestId = Id.describe('The same as in the header X-Request-Id and in the server’s log. Additive.')

export const ErrorEnvelope = z
  .object({
    content: z.null(),
    status: z.enum([
      'serverFailure',
      'permissionDenied',
      'badRequest',
      'notFound',
      'conflict',
      'tooManyRequest',
      'locked',
      'unavailableForLegalReasons',
    ]),
    message: z.string().describe('A sentence fit for people.'),
    errorType: ErrorTypeName,
    errorData: ErrorDetails.optional(),
    requestId,
  })
  .meta({ id: 'ErrorEnvelope' })

export const PreviewError = z
  .object({
    Status: z.literal('Failed'),
    ErrorMessage: z.string(),
    PreviewResult: z.null(),
    ErrorType: ErrorTypeName,
    ErrorData: ErrorDetails.optional(),
    RequestId: requestId,
  })
  .meta({ id: 'PreviewError' })

export const ExecuteError = z
  .object({
    Status: z.literal('Failed'),
    ErrorMessage: z.string(),
    TransferResult: TransferResult.nullable().describe(
      'Null unless a transfer was created, which the exchange refused.',
    ),
    ErrorType: ErrorTypeName,
    ErrorData: ErrorDetails.optional(),
    RequestId: requestId,
  })
  .meta({ id: 'ExecuteError' })

export const Problem = z
  .object({
    type: z.string().meta({ format: 'uri' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().describe('The request id.'),
    errorType: ErrorTypeName,
    errorData: ErrorDetails.optional(),
    TransferResult: TransferResult.optional().describe('Of an execute that made a transfer which failed.'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457, for `Accept: application/problem+json`.' })
