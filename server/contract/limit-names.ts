/** Of the limits that an operator can set. */
export const limitNames = [
  'transfers-per-client',
  'usd-per-client',
  'transfers-per-user',
  'usd-per-user',
  'cool-down',
  'allow-list',
] as const
export type LimitName = (typeof limitNames)[number]
