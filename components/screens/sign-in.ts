import { nothing } from 'lit'
import type { SignIn } from '../flow/flow-state.ts'
import type { DeclaredField } from '../flow/link-responses.ts'
import { openSignInWindow } from '../flow/sign-in-window.ts'
import { texts } from '../texts/texts.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import { sandboxHint } from '../ui/sandbox-hint.ts'
import { field, readFields } from './field.ts'
import { alert, heading, page, type Screen } from './screen.ts'
import { templateSlots } from './template-slots.ts'
import { neverSees, problemAlert, submitButton } from './templates.ts'

/** The fields that the integration declares: user name and password, an API key, or none if the exchange has a sign-in page. */
export function signIn({ integration, pending, problem, context }: SignIn, screen: Screen) {
  const words = texts.signIn
  const { name, color, status, auth } = integration
  const goesElsewhere = auth.fields.length === 0
  const isRefused = ({ options }: DeclaredField) =>
    problem?.errorType === (options === undefined ? 'signInRejected' : 'keyNotFoundAtSite')
  const isSandbox = context.session.sandbox && auth.scheme === 'credentials'
  const submit = () => {
    const fields = pending === null ? readFields(screen) : null
    if (fields !== null && goesElsewhere) openSignInWindow()
    if (fields !== null) screen.send({ type: 'fieldsEntered', fields })
  }
  return page(
    [
      letterDisc({ letter: name, color }, 'square large'),
      heading(words.title(name), goesElsewhere ? words.handOff(name) : words.lead(screen.app)),
      problemAlert(problem),
      status === 'degraded' && problem === null ? alert('warn', words.degraded(name)) : nothing,
      templateSlots.aboutKey?.(integration, screen),
      auth.fields.map((each) =>
        field(screen, each, { value: context.typedFields[each.name] ?? '', isRefused: isRefused(each) }),
      ),
      isSandbox ? sandboxHint(texts.sandbox.logins, () => fillSandbox(screen)) : nothing,
    ],
    [
      submitButton({
        label: goesElsewhere ? words.open(name) : words.cta,
        busyLabel: texts.common.checking,
        isBusy: pending !== null,
      }),
      neverSees(screen),
    ],
    submit,
  )
}

function fillSandbox(screen: Screen) {
  for (const input of screen.inputs()) input.value = input.type === 'password' ? 'pass_good' : 'user_good'
}
