import { overviewQuery } from '../contract/console/overview.ts'
import { readEndpoint } from './console-endpoint.ts'
import { readOverview } from './overview.ts'

export const overviewEndpoint = readEndpoint({
  path: '/api/overview',
  role: 'viewer',
  query: overviewQuery,
  respond: ({ deps, input }) => readOverview(deps, input.period),
})
