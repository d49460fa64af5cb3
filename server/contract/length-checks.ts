// zod counts the length of whatever has one, also where it has found that it is no text or list, and throws where the length
// is no number: a request or an answer with {"length": {"toString": 1}} in it would be a crash. To be given to each such check.

interface Condition {
  abort?: boolean
  when(checked: { value: unknown }): boolean
}

export const ofText: Condition = { when: ({ value }) => typeof value === 'string' }
export const ofList: Condition = { when: ({ value }) => Array.isArray(value) }
