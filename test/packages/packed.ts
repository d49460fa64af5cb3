// Both packages, packed once for all tests of this part.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Packed, packPackages } from '../../scripts/release/pack.ts'

export const folder = mkdtempSync(join(tmpdir(), 'transfer-link-packages-'))
after(() => rmSync(folder, { recursive: true, force: true }))

export const packed: Packed[] = await packPackages(folder, console.log)
