// Prints the findings of an emulator, as JSON. It is a separate process: the process that has the user's key sends reading requests only.
import { findingsOfEmulator } from './emulators.ts'
import type { ExchangeName } from './reading-endpoints.ts'

const findings = await findingsOfEmulator(process.argv[2] as ExchangeName)
process.stdout.write(JSON.stringify(findings), () => process.exit(0))
