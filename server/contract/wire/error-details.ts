import * as z from 'zod'
import { type ErrorType, errorCatalogue } from '../errors.ts'

const errorTypes = Object.keys(errorCatalogue) as [ErrorType, ...ErrorType[]]
export const ErrorTypeName = z
  .enum(errorTypes)
  .meta({ id: 'ErrorType', description: 'A stable code of the error. Use it for decisions, never the sentence.' })

/** The errorType in a successful response. */
export function errorTypeIn(types: readonly ErrorType[]): z.ZodString {
  return z.string().meta({ enum: [...types] })
}

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
    errors: z.array(FieldProblem).max(20).optional().describe('All invalid fields, at most 20.'),
  })
  .meta({ id: 'ErrorData', description: 'The values in the sentence, and further data for some errors. Additive.' })
