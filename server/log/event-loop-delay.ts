import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The monitor measures how late its timer fires, and includes the interval of the timer. */
const resolutionMs = 10
const everyMs = 1_000

/** Reports the longest delay of each second. A delay of several seconds is reported once. Returns a function that stops it. */
export function watchEventLoopDelay(report: (seconds: number) => void): () => void {
  const monitor = monitorEventLoopDelay({ resolution: resolutionMs })
  monitor.enable()
  const timer = setInterval(() => {
    // Without a sample, the maximum is 0.
    report(Math.max(0, monitor.max / 1e9 - resolutionMs / 1_000))
    monitor.reset()
  }, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    monitor.disable()
  }
}
