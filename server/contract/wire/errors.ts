import * as z from 'zod'
import { ErrorDetails, ErrorTypeName } from './error-details.ts'
import { TransferResult } from './execute.ts'
import { Id } from './values.ts'

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
    message: z.string().describe('The error as an English sentence.'),
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
    type: z.string().meta({ format: 'uri', description: 'The address of the page about this error.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().describe('The request id.'),
    errorType: ErrorTypeName,
    errorData: ErrorDetails.optional(),
    TransferResult: TransferResult.optional().describe('For an execute that created a transfer which failed.'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457, for `Accept: application/problem+json`.' })
