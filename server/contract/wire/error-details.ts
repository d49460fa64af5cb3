import * as z from 'zod'
import { type ErrorType, errorCatalogue } from '../errors.ts'

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
