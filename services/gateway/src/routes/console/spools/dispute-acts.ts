import { randomUUID } from 'node:crypto'
import {
  absentDispute,
  addDisputeStatement,
  defineEndpoint,
  DisputeAnswer,
  disputeParams,
  DisputeStatementRequest,
  personAccess,
  readDispute,
  readSpool,
  type Refusal,
  respondToDispute,
  type SpoolView,
  unprocessable,
  withdrawDispute,
} from '@outturn/contracts'
import { z } from 'zod'
import { consolePage } from '../../../console/pages/console-page.ts'
import { type DisputeActForm, emptyDisputeAct } from '../../../console/pages/disputes/dispute-form.ts'
import { disputeListPath } from '../../../console/pages/disputes/dispute-list-path.ts'
import { disputeContent } from '../../../console/pages/disputes/dispute-pages.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import { mayAct } from '../../../console/pages/spools/spool-view.ts'
import { asPerson, asPersonCommand } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { pathParameter } from '../../../wire/path-parameter.ts'
import { formBytes, formIdOf } from './action-form.ts'
import { notedAct, sentBy } from './noted-act.ts'
import { outcomesOf } from './stated-outcomes.ts'

const page = { isInternal: true, tag: 'Pages', isRateLimited: false, params: disputeParams } as const
const html = { mediaType: 'text/html' } as const
const field = z.string().max(20_000).default('')

const showDispute = defineEndpoint({
  ...page,
  operationId: 'show-dispute',
  path: `${disputeListPath}/:dispute_id`,
  access: personAccess(['owner', 'developer', 'viewer']),
  summary: 'See a dispute of the account',
  ignoresQuery: true,
  success: { status: 200, description: 'The page.', content: html },
})
const actOnOwnDispute = defineEndpoint({
  ...page,
  operationId: 'act-on-own-dispute',
  path: `${disputeListPath}/:dispute_id/act`,
  access: personAccess(['owner', 'developer']),
  summary: 'Answer or withdraw a dispute, or add a statement',
  body: z.strictObject({
    ...{ _t: field, form: field, act: field, detail: field, passed: field, failed: field },
  }),
  bodyLimit: { bytes: formBytes },
  deadlineMs: 30_000,
  success: { status: 303, description: 'The dispute.', content: html },
})

/** One dispute of an account, with what its reader can do about it. */
export function disputeActRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showDispute, cookies, (call, person) =>
      disputePage(call, person, { site, sent: emptyDisputeAct, refusal: null }),
    ),
    servePerson(actOnOwnDispute, cookies, (call, person) => actByForm(call, person, site)),
  ]
}

type Shown = { readonly site: PageSite; readonly sent: DisputeActForm; readonly refusal: Refusal | null }

async function disputePage(
  call: Pick<Call, 'deadline' | 'params' | 'requestId'>,
  person: SignedIn,
  { site, sent, refusal }: Shown,
): Promise<Answer> {
  const { dispute, spool } = await readOwnDispute(call, person)
  const { act, detail, failed, passed } = sent
  const token = person.formToken(`${disputeListPath}/${dispute.id}/act`)
  const form = mayAct(person.role) ? { act, detail, failed, passed, token, formId: randomUUID() } : null
  const content = disputeContent({ dispute, spool, form, refusal })
  const status = refusal === null ? 200 : refusal.status
  return consolePage(site, person, { title: 'Dispute', current: disputeListPath, status }, content)
}

async function readOwnDispute(call: Pick<Call, 'deadline' | 'params' | 'requestId'>, person: SignedIn) {
  const disputeId = pathParameter('dispute_id', disputeParams.dispute_id, call.params)
  const options = asPerson(call, person)
  const dispute = await person.instance.bus.request(readDispute, { disputeId }, options)
  const spool = await person.instance.bus.request(readSpool, { id: dispute.spool_id }, options)
  if (!('allowed_actions' in spool.economics)) throw absentDispute()
  return { dispute, spool: spool as SpoolView }
}

type Form = z.output<NonNullable<typeof actOnOwnDispute.body>>

const auditActions = {
  accept: 'dispute.respond',
  reject: 'dispute.respond',
  statement: 'dispute.statement',
  withdraw: 'dispute.withdraw',
} as const

async function actByForm(call: Call<Form>, person: SignedIn, site: PageSite): Promise<Answer> {
  const { dispute, spool } = await readOwnDispute(call, person)
  const { act, form } = call.body
  const options = asPersonCommand(call, person, formIdOf(form) ?? randomUUID())
  const action = act in auditActions ? auditActions[act as keyof typeof auditActions] : 'dispute.respond'
  const about = { action, target: dispute.id, command: options.commandId } as const
  return notedAct(call, person, about, {
    async act() {
      await send(person, { disputeId: dispute.id, spool, form: call.body }, options)
      return seeOther(`${disputeListPath}/${dispute.id}`)
    },
    refused: (refusal) => disputePage(call, person, { site, sent: call.body, refusal }),
  })
}

type Sent = { readonly disputeId: string; readonly spool: SpoolView; readonly form: Form }

async function send(
  { instance: { bus } }: SignedIn,
  { disputeId, spool, form }: Sent,
  options: ReturnType<typeof asPersonCommand>,
): Promise<void> {
  const detail = form.detail.replaceAll('\r\n', '\n').trim()
  switch (form.act) {
    case 'withdraw':
      await bus.request(withdrawDispute, { disputeId }, options)
      return
    case 'statement': {
      const request = sentBy(DisputeStatementRequest, { detail })
      await bus.request(addDisputeStatement, { disputeId, request }, options)
      return
    }
    case 'accept':
    case 'reject': {
      const outcomes = form.act === 'accept' ? outcomesOf(form, spool) : []
      const request = sentBy(DisputeAnswer, {
        answer: form.act,
        ...(detail !== '' && { detail }),
        ...(outcomes.length > 0 && { condition_outcomes: outcomes }),
      })
      await bus.request(respondToDispute, { disputeId, request }, options)
      return
    }
    default:
      throw unprocessable('act', 'Choose what you do with the dispute.')
  }
}
