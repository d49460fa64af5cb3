/** The diagram once more, written down apart from the engine's. */
export const moves: Record<string, readonly string[]> = {
  '': ['Submitting'],
  Submitting: ['Submitting', 'Submitted', 'Unknown', 'Rejected', 'NotSent', 'AwaitingMfa', 'Abandoned'],
  AwaitingMfa: ['AwaitingMfa', 'Submitting', 'Abandoned'],
  Unknown: ['Unknown', 'Submitted', 'NotSent'],
  Submitted: ['Submitted', 'Confirming', 'Returned', 'Canceled', 'Succeeded'],
  Confirming: ['Confirming', 'Succeeded', 'Returned', 'Canceled'],
}
export const failed = new Set(['Rejected', 'NotSent', 'Returned', 'Canceled', 'Abandoned'])
export const transitions = Object.entries(moves).flatMap(([from, all]) =>
  all.filter((to) => to !== from && from !== '').map((to) => `${from} > ${to}`),
)
