/** Waits, unless the signal is aborted. Uses real time: the interval of a loop is no rule of the engine. */
export function pauseUnless(aborted: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (aborted.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      aborted.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    aborted.addEventListener('abort', end)
  })
}
