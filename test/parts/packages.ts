// The two packages as they would be published, by node --test.
import { nodeTestPart } from './node-tests.ts'

export const packagesPart = nodeTestPart({
  name: 'packages',
  says: 'both packages packed, read by the usual judges, installed in an empty project and used',
  budgetSeconds: 25,
  folder: 'test/packages',
  // They share what is packed once.
  processes: 1,
  ownGroup: () => undefined,
})
