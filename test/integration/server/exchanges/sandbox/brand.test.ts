import { describe } from 'node:test'
import { exchangeSuite } from '../../../../support/exchange-suite.ts'
import { isSandboxFault, startSandboxBrand } from '../../../../support/sandbox-brand.ts'

describe('Sandbox Exchange', () => exchangeSuite(startSandboxBrand, isSandboxFault))
