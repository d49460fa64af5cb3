// The console over the engine of a test, without a server.
import { consoleOver, type TestConsole } from './console.ts'
import type { Engine } from './engine.ts'

export const explorerUrl = (_networkId: string, hash: string) => `https://explorer.example/tx/${hash}`

export function consoleOfEngine({ deps }: Engine, parts: Parameters<typeof consoleOver>[1] = {}): TestConsole {
  return consoleOver({ ...deps, explorerUrl }, parts)
}
