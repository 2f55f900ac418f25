import { randomUUID } from 'node:crypto'
import {
  absentSpool,
  defineEndpoint,
  explainActions,
  personAccess,
  Refusal,
  spoolParams,
  type SpoolView,
} from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import { isOneOf } from '@outturn/vocabulary'
import { noteOf } from '../../../console/accounts/console-keys.ts'
import { consolePage } from '../../../console/pages/console-page.ts'
import {
  actionContent,
  type ActionForm,
  impossibleContent,
  invitedContent,
  payoutsContent,
} from '../../../console/pages/spools/action-page.ts'
import {
  actionWords,
  type ConsoleAction,
  consoleActions,
  lifecycleActionOf,
} from '../../../console/pages/spools/action-words.ts'
import { spoolPath } from '../../../console/pages/spools/spool-view.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import { asPerson, asPersonCommand } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import { askForProof } from '../../../console/sign-in/step-up.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { noteAction } from '../../../store/console/audit-store.ts'
import { formBytes, formIdOf, SpoolForm } from './action-form.ts'
import { readOwnSpool } from './page.ts'
import { senders } from './send-action.ts'

const current = '/console/spools'
/** A verification may take this long, ms. */
const deadlineMs = 15_000

const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(['owner', 'developer']),
  path: `${spoolPath(':id')}/:action`,
  params: {
    ...spoolParams,
    action: { pattern: `^(?:${consoleActions.join('|')})$`, description: 'Name of the action.' },
  },
} as const

const showAction = defineEndpoint({
  ...page,
  operationId: 'show-spool-action',
  summary: 'See what an action does to a Spool',
  ignoresQuery: true,
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
})
const takeAction = defineEndpoint({
  ...page,
  operationId: 'take-spool-action',
  summary: 'Take an action on a Spool',
  body: SpoolForm,
  bodyLimit: { bytes: formBytes },
  deadlineMs,
  success: { status: 303, description: 'The Spool.', content: { mediaType: 'text/html' } },
})

/** Every action of a party on its Spool, by a form. */
export function spoolActionRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showAction, cookies, async (call, person) => {
      const action = actionOf(call)
      const spool = await readOwnSpool(call, person)
      const denial = await denialOf(call, person, { spool, action })
      if (denial !== null) {
        const title = actionWords[action].verb
        return consolePage(
          site,
          person,
          { title, current, status: 409 },
          impossibleContent({ spool, action }, denial),
        )
      }
      return actionPage({ site, person, spool, action, form: {}, refusal: null, path: call.path })
    }),
    servePerson(takeAction, cookies, (call, person) => takeFromForm(call, person, site)),
  ]
}

function actionOf({ params }: Pick<Call, 'params'>): ConsoleAction {
  const action = params['action'] ?? ''
  if (!isOneOf(consoleActions, action)) throw absentSpool()
  return action
}

/** Why the person may not take the action now; null where they may. Who invites is decided when it is sent. */
async function denialOf(
  call: Pick<Call, 'deadline' | 'requestId'>,
  person: SignedIn,
  { spool, action }: { spool: SpoolView; action: ConsoleAction },
) {
  const needed = lifecycleActionOf(action)
  if (needed === null) return null
  const { actions } = await person.instance.bus.request(
    explainActions,
    { spoolId: spool.id },
    asPerson(call, person),
  )
  return actions.find((each) => each.action === needed)?.own.denial ?? null
}

type Shown = {
  readonly site: PageSite
  readonly person: SignedIn
  readonly spool: SpoolView
  readonly action: ConsoleAction
  readonly form: ActionForm
  readonly refusal: Refusal | null
  readonly path: string
}

/** The page of an action. A form that was refused is shown with what was filled in, and as a new command. */
function actionPage({ site, person, spool, action, form, refusal, path }: Shown): Answer {
  const content = actionContent({
    spool,
    action,
    form,
    token: person.formToken(path),
    formId: randomUUID(),
    refusal,
  })
  const status = refusal === null ? 200 : refusal.status
  const title = actionWords[action].verb
  return consolePage(
    site,
    person,
    { title, current, status: status < 400 && refusal !== null ? 422 : status },
    content,
  )
}

/** Actions by which money goes another way: a thief of an open browser must not take them. */
const proofs: Partial<
  Record<ConsoleAction, { readonly title: string; readonly reason: string; readonly button: string }>
> = {
  commit: {
    title: 'Confirm a commitment',
    reason: 'You bind the account to pay, so we ask for a code from your mail.',
    button: 'Commit the money',
  },
  'onboard-provider': {
    title: 'Confirm the way to the payouts',
    reason: 'You get a link at which bank details are entered, so we ask for a code from your mail.',
    button: 'Get the link',
  },
}

async function takeFromForm(call: Call<SpoolForm>, person: SignedIn, site: PageSite): Promise<Answer> {
  const action = actionOf(call)
  const spool = await readOwnSpool(call, person)
  const shown = { site, person, spool, action, form: call.body, path: call.path }
  const formId = formIdOf(call.body.form)
  if (formId === null) {
    const refusal = new Refusal('validation_failed', 'The form is not whole.', {
      remediation: 'Send it from its page.',
    })
    return actionPage({ ...shown, refusal })
  }
  const ask = proofs[action]
  const proof =
    ask === undefined
      ? ({ isProved: true, headers: {} } as const)
      : await askForProof(call, person, { site, current, ...ask })
  if (!proof.isProved) return proof.answer
  const options = asPersonCommand(call, person, formId)
  const note = { ...noteOf(person, call.now), action: `spool.${action}`, target: spool.id } as const
  await inTransaction(person.console.db, (tx) =>
    noteAction(tx, { ...note, details: { command: options.commandId } }),
  )
  try {
    const sent = await senders[action]({ call, person, site, spool, options })
    const answer = afterAction({ site, person, spool, action }, sent)
    return { ...answer, headers: { ...answer.headers, ...proof.headers } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code } = error
    await inTransaction(person.console.db, (tx) =>
      noteAction(tx, { ...note, result: 'refused', details: { code } }),
    )
    const answer = actionPage({ ...shown, spool: await readOwnSpool(call, person), refusal: error })
    return { ...answer, headers: { ...answer.headers, ...proof.headers } }
  }
}

function afterAction(
  { site, person, spool, action }: Pick<Shown, 'action' | 'person' | 'site' | 'spool'>,
  sent: Awaited<ReturnType<(typeof senders)[ConsoleAction]>>,
): Answer {
  const title = actionWords[action].verb
  if (sent.invited !== undefined) {
    return consolePage(site, person, { title, current }, invitedContent(spool, sent.invited))
  }
  if (sent.payouts !== undefined) {
    return consolePage(site, person, { title, current }, payoutsContent(sent.payouts))
  }
  return seeOther(`${spoolPath(spool.id)}?done=${action}#done`)
}
