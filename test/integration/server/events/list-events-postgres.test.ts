// The tests of list-events.test.ts once more, over PostgreSQL.
import { repeatOverPostgres } from '../../../support/repeat-over-postgres.ts'

await repeatOverPostgres('the event list', () => import('./list-events.test.ts'), { inShortRun: true })
