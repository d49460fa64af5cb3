// Loaded before each test file, so that a mutant that a property test does not kill survives every run.
import fc from 'fast-check'

fc.configureGlobal({ seed: 20 })
