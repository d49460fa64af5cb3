// What a wallet may add to the requested message, and that no other change passes: messages of other wallets' making, written
// by the chain's own library.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { base58 } from '@scure/base'
import { address } from '@solana/addresses'
import { AccountRole, type Instruction } from '@solana/instructions'
import { systemProgram } from '../../../../server/chains/solana-keys.ts'
import { paymentMessage } from '../../../../server/chains/solana-message.ts'
import { matchesRequest } from '../../../../server/chains/verify-signed-message.ts'
import { guard as guardOf, type Made, readMessage, writeMessage } from '../../../support/solana-library.ts'

const random = () => base58.encode(Uint8Array.from(randomBytes(32)))
const [from, to, blockhash, stranger] = [random(), random(), random(), random()]
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const payment = { from, to, mint, decimals: 6, units: 5_000_000n, makesAccount: true, reference: random() }
const requested = paymentMessage(payment, blockhash)
const own = readMessage(requested).steps
const made = (other: Partial<Made>) => writeMessage({ steps: own, payer: from, blockhash, ...other })
const guard = (role?: AccountRole, program?: string) => guardOf(from, stranger, role, program)
const changed = (index: number, change: Partial<Instruction>) =>
  own.map((step, at) => (at === index ? { ...step, ...change } : step))

test('the same bytes, or the same steps followed by guards, match the request', () => {
  assert.ok(matchesRequest(requested, requested))
  for (const count of [1, 2, 4])
    assert.ok(
      matchesRequest(requested, made({ steps: [...own, ...Array.from({ length: count }, () => guard())] })),
      `${count}`,
    )
})

test('anything else is not', () => {
  const pay = own.length - 1
  const [first, second] = own
  const accounts = own[pay]?.accounts ?? []
  const cases: Record<string, Uint8Array> = {
    'another blockhash': made({ steps: [...own, guard()], blockhash: random() }),
    'another payer': made({ steps: [...own, guard()], payer: stranger }),
    'another signer': made({ steps: [...own, guard(AccountRole.READONLY_SIGNER)] }),
    'a guard that writes': made({ steps: [...own, guard(AccountRole.WRITABLE)] }),
    'a step of another program': made({ steps: [...own, guard(AccountRole.READONLY, systemProgram)] }),
    'a guard and another program': made({ steps: [...own, guard(), guard(AccountRole.READONLY, stranger)] }),
    'a guard before the steps': made({ steps: [guard(), ...own] }),
    'too many guards': made({ steps: [...own, guard(), guard(), guard(), guard(), guard()] }),
    'a step less': made({ steps: [...own.slice(0, -1), guard()] }),
    'steps in another order': made({ steps: [second as Instruction, first as Instruction, ...own.slice(2), guard()] }),
    'another amount': made({
      steps: [...changed(pay, { data: Uint8Array.from([12, 1, 0, 0, 0, 0, 0, 0, 0, 6]) }), guard()],
    }),
    'another receiver': made({
      steps: [
        ...changed(pay, { accounts: accounts.with(2, { address: address(stranger), role: AccountRole.WRITABLE }) }),
        guard(),
      ],
    }),
    'the later form': made({ steps: [...own, guard()], version: 0 }),
    'no guard, and other bytes': made({ steps: own }).map((byte, at, { length }) =>
      at === length - 1 ? byte ^ 1 : byte,
    ),
    'cut off': requested.slice(0, -1),
    'with something behind': Uint8Array.from([...made({ steps: [...own, guard()] }), 0]),
    nothing: new Uint8Array(),
  }
  for (const [name, message] of Object.entries(cases)) assert.ok(!matchesRequest(requested, message), name)
})

test('no byte of it can be another: whichever is changed, it is refused', () => {
  const guarded = made({ steps: [...own, guard()] })
  assert.ok(matchesRequest(requested, guarded))
  // All but the guard's own: the wallet decides which account it reads, and what it expects there.
  const free = new Set<number>()
  for (const bytes of [requested, guarded])
    for (let at = 0; at < bytes.length; at++) {
      const other = bytes.with(at, (bytes[at] ?? 0) ^ 1)
      if (matchesRequest(requested, other)) free.add(at)
    }
  const strangersKey = Buffer.from(guarded).indexOf(base58.decode(stranger))
  const isOfGuard = (at: number) => at >= guarded.length - 8 || (at >= strangersKey && at < strangersKey + 32)
  assert.deepEqual(
    [...free].filter((at) => !isOfGuard(at)),
    [],
  )
})
