// The entry of `npm start`. Plain JavaScript without imports: on an older Node nothing else here would even load.

const [major, minor] = process.versions.node.split('.').map(Number)

if (major > 22 || (major === 22 && minor >= 18)) {
  import('./start.ts')
} else {
  console.error(
    `Transfer Link needs Node 22.18 or newer, and this is ${process.versions.node}: install Node 24 (https://nodejs.org).`,
  )
  process.exitCode = 1
}
