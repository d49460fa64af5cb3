import * as z from 'zod'

const maximum = 100

/** The query parameter `limit`. */
export const PageLimit = z
  .string()
  .refine((value) => /^([1-9]\d?|100)$/.test(value), `must be a number from 1 to ${maximum}`)
  .meta({ pattern: '^([1-9]\\d?|100)$' })
  .optional()
  .describe(`Entries per page, 1 to ${maximum}. Default: 20.`)

export function pageLimitOf(text: string | undefined): number {
  return Number(text ?? 20)
}
