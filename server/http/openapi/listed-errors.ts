// The errors of an operation as a list, each with an example of its message.

import type { OpenApiDocument } from './document.ts'
import type { MediaType, Operation } from './operation.ts'

type Responses = Operation['responses']

interface ListedError {
  status: string
  type: string
  message: string
}

export function listedErrors({ components }: OpenApiDocument, responses: Responses): ListedError[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => {
      const { $ref } = response as { $ref?: string }
      const full = $ref === undefined ? response : components.responses?.[$ref.split('/').at(-1) ?? '']
      const media = (full?.content as Record<string, MediaType> | undefined)?.['application/json']
      return Object.entries(media?.examples ?? {}).map(([name, example]) => {
        const shared = components.examples?.[String(example.$ref).split('/').at(-1) ?? '']
        const value = example.value as { ErrorType?: string; ErrorMessage?: string } | undefined
        const message = String(shared?.summary ?? value?.ErrorMessage ?? '')
        return { status, type: value?.ErrorType ?? name, message }
      })
    })
}
