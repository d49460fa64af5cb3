// Pure code: no process, no port and no database.
import { nodeTestPart } from './node-tests.ts'

export const unitPart = nodeTestPart({
  name: 'unit',
  says: 'pure code, by node --test',
  budgetSeconds: 20,
  folder: 'test/unit',
})
