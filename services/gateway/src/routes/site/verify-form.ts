import {
  type ErrorBody,
  type OneCallResponse,
  openSandboxSession,
  type SandboxSession,
  verifySandboxDelivery,
} from '@outturn/contracts'
import type { Call } from '../../http/route.ts'
import { conditionsOf, deliveryOf, type TryForm } from '../../pages/front/try-form.ts'
import type { TryOutcome } from '../../pages/front/try-outcome.ts'
import type { TrySession } from './try-session.ts'

type Verified = { readonly outcome: TryOutcome; readonly kept: Readonly<Record<string, string>> }

type Answered = { readonly status: number; readonly body: unknown }

/** Verifies a form as the session of its browser, which is opened where there is none, or it has ended. */
export async function verifyForm(call: Call, form: TryForm, session: TrySession): Promise<Verified> {
  if (conditionsOf(form.conditions).length === 0) return { outcome: noCondition(call), kept: {} }
  const known = session.read(call)
  if (known !== null) {
    const answer = await verify(call, form, known)
    if (codeOf(answer) !== 'session_expired') return { outcome: outcomeOf(answer), kept: {} }
  }
  const opened = await ask(call, openSandboxSession.path, {})
  if (opened.status !== 200) return { outcome: outcomeOf(opened), kept: {} }
  const { token, expires_at: end } = opened.body as SandboxSession
  const seconds = Math.max(0, Math.floor((Date.parse(end) - call.now.getTime()) / 1_000))
  return { outcome: outcomeOf(await verify(call, form, token)), kept: session.keep(token, seconds) }
}

function noCondition({ requestId }: Call): TryOutcome {
  const problem = {
    code: 'validation_failed',
    error: 'There is no condition, so nothing can be verified.',
    remediation: 'Write one condition a line, such as: every row has a name.',
    request_id: requestId,
  } as const
  return { kind: 'refused', problem }
}

function verify(call: Call, form: TryForm, token: string): Promise<Answered> {
  return ask(
    call,
    verifySandboxDelivery.path,
    { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    JSON.stringify(deliveryOf(form)),
  )
}

/** Asks the API as the visitor would: limits, bounds and errors are those of every request. */
async function ask(
  call: Call,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<Answered> {
  const { status, body: bytes } = await call.dispatch({
    method: 'POST',
    path,
    headers,
    ...(body !== undefined && { body }),
    isRateLimited: true,
  })
  return { status, body: JSON.parse(Buffer.from(bytes).toString()) as unknown }
}

function codeOf({ body }: Answered): string | undefined {
  return (body as Partial<ErrorBody>).code
}

function outcomeOf(answered: Answered): TryOutcome {
  if (answered.status === 201) return { kind: 'verified', answer: answered.body as OneCallResponse }
  const problem = answered.body as ErrorBody
  const line = /^conditions\[(\d+)\]/.exec(problem.field ?? '')?.[1]
  return problem.code === 'ambiguity_required' && line !== undefined
    ? { kind: 'unclear', line: Number(line), problem }
    : { kind: 'refused', problem }
}
