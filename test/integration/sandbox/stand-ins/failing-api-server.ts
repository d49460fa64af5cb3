process.send?.({ type: 'failed', message: 'The API server cannot start, for a reason of its own.' })
process.exitCode = 1
process.disconnect?.()
