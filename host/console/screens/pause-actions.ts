import type { ConsoleApi } from '../api/console-api.ts'
import type { PauseTarget } from '../elements/pause-notices.ts'
import { shellCommand } from '../elements/quote-shell.ts'
import type { ScreenAction } from './action-screen.ts'

export function pauseAction(api: ConsoleApi, target: PauseTarget): ScreenAction {
  return {
    heading: `Pause ${phraseOf(target)}`,
    description:
      'New transfers are refused with the error sendingPaused, so no money leaves. Transfers that were sent are still followed to their end.',
    submitLabel: 'Pause',
    isDangerous: true,
    command: () => shellCommand('transfer-link', 'pause', ...argumentsOf(target)),
    act: ({ reason }) => api.post('/api/pauses', bodyOf(target, reason)),
  }
}

export function resumeAction(api: ConsoleApi, target: PauseTarget): ScreenAction {
  return {
    heading: `Resume ${phraseOf(target)}`,
    description: 'New transfers are accepted again, unless another pause covers them.',
    submitLabel: 'Resume',
    command: () => shellCommand('transfer-link', 'resume', ...argumentsOf(target)),
    act: ({ reason }) => api.delete('/api/pauses', bodyOf(target, reason)),
  }
}

function phraseOf({ scope, name }: PauseTarget): string {
  return scope === 'all' ? 'all sending' : `sending: ${name}`
}

function argumentsOf({ scope, target }: PauseTarget): string[] {
  return scope === 'all' ? ['--all'] : [`--${scope}`, target ?? '']
}

function bodyOf({ scope, target }: PauseTarget, reason: string | undefined) {
  return { scope, ...(target === null ? {} : { target }), reason }
}
