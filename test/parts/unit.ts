// Tests that start no process, open no port and use no database.
import { nodeTestPart } from './node-tests.ts'

export const unitPart = nodeTestPart({
  name: 'unit',
  description: 'pure code in one process, by node --test',
  folder: 'test/unit',
  processes: 1,
  // It registers calls that receive no response.
  ownGroup: (file) => (file.endsWith('/call-traits.test.ts') ? 'calls' : undefined),
})
