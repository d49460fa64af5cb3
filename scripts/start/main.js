// The entry of `npm start`. It is plain JavaScript without imports, because an older Node could not load the rest.

const [major, minor] = process.versions.node.split('.').map(Number)

if (major > 22 || (major === 22 && minor >= 18)) {
  import('./start.ts')
} else {
  console.error(
    `Transfer Link requires Node 22.18 or newer, and this is ${process.versions.node}. Install Node 24 (https://nodejs.org).`,
  )
  process.exitCode = 1
}
