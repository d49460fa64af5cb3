process.send?.({ type: 'failed', message: 'The API server cannot start: the port is in use.' })
process.exitCode = 1
process.disconnect?.()
