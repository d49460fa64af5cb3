// Version and folders of this package. A clone runs from source files, an installed package from built files.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const manifest = fileURLToPath(import.meta.resolve('transfer-link-server/package.json'))

export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

/** Files built for browsers: the hosted page, and the files for a script tag. */
export const builtFolder = join(dirname(manifest), 'dist')
