// zod checks the length of any value that has one, even after it has found a wrong type, and throws if the length is not a number. An
// input such as {"length": {"toString": 1}} would crash the request. Pass this to each length check.

interface Condition {
  abort?: boolean
  when(checked: { value: unknown }): boolean
}

export const ofText: Condition = { when: ({ value }) => typeof value === 'string' }
export const ofList: Condition = { when: ({ value }) => Array.isArray(value) }
