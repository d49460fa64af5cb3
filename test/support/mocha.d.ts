// The globals of component tests under Web Test Runner. Only those in use: its type package would add many more.

declare function describe(name: string, body: () => void): void
declare function it(name: string, body?: (this: { timeout(milliseconds: number): void }) => void | Promise<void>): void
declare function before(body: () => void | Promise<void>): void
declare function beforeEach(body: () => void | Promise<void>): void
declare function after(body: () => void | Promise<void>): void
declare function afterEach(body: () => void | Promise<void>): void
