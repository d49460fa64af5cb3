// Values that several responses contain.

import * as z from 'zod'

export const Id = z.string().meta({ format: 'uuid' })

export const NumberAmount = z.number().meta({
  id: 'Amount',
  description:
    'A JSON number with exact digits: responses contain every digit, and requests are read from their text. ' +
    'Amounts can have more digits than a floating point number can represent (18 after the point are common), so read them with a ' +
    'parser that keeps the source text.',
})

export const FiatAmount = z.number().nullable().meta({
  id: 'FiatAmount',
  description: 'US dollars, rounded to cents. Null if there is no price.',
})

export const TextAmount = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .meta({ id: 'AmountText', description: 'An exact decimal amount as text, without exponent.' })

export const TextFiat = TextAmount.nullable().describe('US dollars, rounded to cents. Null if there is no price.')

export const Time = z.string().meta({ format: 'date-time', description: 'UTC.' })

export const Url = z.string().meta({ format: 'uri' })

const requestNumbers = new WeakSet<z.ZodType>()

/** A number in a request. Its digits are read from the text, so the schema accepts it and `readAmount` validates it. */
export function requestNumber(description: string): z.ZodUnknown {
  const schema = z.unknown().meta({ type: 'number', exclusiveMinimum: 0, description })
  requestNumbers.add(schema)
  return schema
}

/** Whether a field keeps its number as it was written. A copy of the schema, such as by `describe`, does not count. */
export function isRequestNumber(schema: z.ZodType): boolean {
  return requestNumbers.has(schema)
}

export const ethereumId = 'e3c7fdd8-b1fc-4e51-85ae-bb276e075611'
export const baseId = 'aa883b03-120d-477c-a588-37c2afd3ca71'
export const exampleAddress = '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61'
export const exampleToken = 'at-sandbox-EXAMPLE'
