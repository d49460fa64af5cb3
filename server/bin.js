#!/usr/bin/env node
// The entry of `transfer-link`. Plain JavaScript without imports: on an older Node nothing else here would even load.

const [major, minor] = process.versions.node.split('.').map(Number)

if (major > 22 || (major === 22 && minor >= 18)) {
  // In a clone the sources run as they are. In an installed package there are none, and Node would not strip their types.
  import('node:fs').then(({ existsSync }) =>
    existsSync(new URL('./cli/main.ts', import.meta.url)) ? import('./cli/main.ts') : import('./dist/node/cli/main.js'),
  )
} else {
  console.error(
    `Transfer Link needs Node 22.18 or newer, and this is ${process.versions.node}: install Node 24 (https://nodejs.org).`,
  )
  process.exitCode = 1
}
