// The two packages as they would be published, tested by node --test.
import { nodeTestPart } from './node-tests.ts'

export const packagesPart = nodeTestPart({
  name: 'packages',
  description: 'both packages packed, read by the usual judges, installed in an empty project and used',
  folder: 'test/packages',
  // All files use the same packed packages.
  processes: 1,
  ownGroup: () => undefined,
})
