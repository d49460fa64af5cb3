// Prints the response profile of an emulator as JSON. It is a separate process, because the process with the user's key may send
// reading requests only.
import { profileOfEmulator } from './emulators.ts'
import type { ExchangeName } from './reading-endpoints.ts'

const profile = await profileOfEmulator(process.argv[2] as ExchangeName)
process.stdout.write(JSON.stringify(profile), () => process.exit(0))
