// This package as it lies here: in a clone it runs from its sources, installed from what is built of them.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const manifest = fileURLToPath(import.meta.resolve('transfer-link-server/package.json'))

export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

/** What is built for browsers: the hosted page, and the files for a script tag. */
export const builtFolder = join(dirname(manifest), 'dist')
