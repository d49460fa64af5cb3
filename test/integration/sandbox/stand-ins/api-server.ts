import { standIn } from './stand-in.ts'

if (process.env.STAND_IN_FAILS === undefined) {
  standIn('PORT')
} else {
  process.send?.({ type: 'failed', message: 'The API server cannot start, for a reason of its own.' })
  process.exitCode = 1
  process.disconnect?.()
}
