// The entry of a test process: runs the test files that TEST_FILES names, one after the other. Each file is a suite, so its
// hooks apply to it alone.

import { join } from 'node:path'
import { after, describe } from 'node:test'
import { projectRoot } from '../../scripts/command.ts'
import { endShared } from './end-of-process.ts'

const files = JSON.parse(process.env.TEST_FILES ?? '[]') as string[]
after(endShared)
for (const file of files) describe(file, () => import(join(projectRoot, file)))
