import { randomUUID } from 'node:crypto'
import {
  defineEndpoint,
  DisputeRequest,
  explainActions,
  listDisputes,
  openDispute,
  personAccess,
  Refusal,
  spoolParams,
  type SpoolView,
  unprocessable,
} from '@outturn/contracts'
import { SpoolId } from '@outturn/agreement'
import { inTransaction } from '@outturn/postgres/typed'
import { z } from 'zod'
import { noteOf } from '../../../console/accounts/console-keys.ts'
import { consolePage } from '../../../console/pages/console-page.ts'
import {
  type DisputeForm,
  disputeListContent,
  newDisputeContent,
} from '../../../console/pages/disputes/dispute-pages.ts'
import { disputeListPath } from '../../../console/pages/disputes/dispute-list-path.ts'
import { numbersOf } from '../../../console/pages/spools/plain-conditions.ts'
import { spoolPath } from '../../../console/pages/spools/spool-view.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import { asPerson, asPersonCommand } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { noteAction } from '../../../store/console/audit-store.ts'
import { formBytes, formIdOf } from './action-form.ts'
import { outcomesOf } from './stated-outcomes.ts'
import { readOwnSpool } from './page.ts'

const pageRows = 25
const readers = personAccess(['owner', 'developer', 'viewer'])
const actors = personAccess(['owner', 'developer'])
const page = { isInternal: true, tag: 'Pages', isRateLimited: false } as const
const shown = { status: 200, description: 'The page.', content: { mediaType: 'text/html' } } as const
const field = z.string().max(20_000).default('')

const showDisputes = defineEndpoint({
  ...page,
  operationId: 'show-disputes',
  path: disputeListPath,
  access: readers,
  summary: 'See the disputes of the account',
  query: z.strictObject({ state: z.enum(['', 'open']).default(''), after: SpoolId.optional() }),
  success: shown,
})
const showNewDispute = defineEndpoint({
  ...page,
  operationId: 'show-new-dispute',
  path: `${spoolPath(':id')}/dispute`,
  access: actors,
  params: spoolParams,
  summary: 'See what a dispute does',
  ignoresQuery: true,
  success: shown,
})
const openOwnDispute = defineEndpoint({
  ...page,
  operationId: 'open-own-dispute',
  path: `${spoolPath(':id')}/dispute`,
  access: actors,
  params: spoolParams,
  summary: 'Open a dispute',
  body: z.strictObject({
    _t: field,
    form: field,
    receipt: field,
    reason: field,
    detail: field,
    requested: field,
    named: field,
    units: field,
    passed: field,
    failed: field,
  }),
  bodyLimit: { bytes: formBytes },
  success: { status: 303, description: 'The dispute.', content: { mediaType: 'text/html' } },
})

const emptyForm: DisputeForm = {
  ...{ reason: 'quality', detail: '', requested: 're_verify', named: '', units: '', passed: '', failed: '' },
}

/** Disputes of an account: listed, read and opened. */
export function disputeRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showDisputes, cookies, async (call, person) => {
      const { state, after } = call.query
      const isOpen = state === 'open'
      const found = await person.instance.bus.request(
        listDisputes,
        { limit: pageRows, ...(isOpen && { isOpen }), ...(after !== undefined && { after }) },
        asPerson(call, person),
      )
      const content = disputeListContent({ found, isOpen })
      return consolePage(site, person, { title: 'Disputes', current: disputeListPath }, content)
    }),
    servePerson(showNewDispute, cookies, async (call, person) => {
      const spool = await readOwnSpool(call, person)
      return formPage(call, person, { site, spool, form: emptyForm, refusal: null })
    }),
    servePerson(openOwnDispute, cookies, (call, person) => openFromForm(call, person, site)),
  ]
}

type FormView = {
  readonly site: PageSite
  readonly spool: SpoolView
  readonly form: DisputeForm
  readonly refusal: Refusal | null
}

async function formPage(
  call: Pick<Call, 'deadline' | 'path' | 'requestId'>,
  person: SignedIn,
  { site, spool, form, refusal }: FormView,
): Promise<Answer> {
  const { dispute } = await person.instance.bus.request(
    explainActions,
    { spoolId: spool.id },
    asPerson(call, person),
  )
  const { denial, until } = dispute
  const why =
    refusal ??
    (denial === null
      ? null
      : new Refusal(denial.code, denial.message, {
          ...(denial.remediation !== null && { remediation: denial.remediation }),
        }))
  const content = newDisputeContent({
    spool,
    until,
    form,
    token: person.formToken(call.path),
    formId: randomUUID(),
    refusal: why,
  })
  const status = why === null ? 200 : why.status
  return consolePage(site, person, { title: 'Open a dispute', current: disputeListPath, status }, content)
}

type Form = z.output<NonNullable<typeof openOwnDispute.body>>

async function openFromForm(call: Call<Form>, person: SignedIn, site: PageSite): Promise<Answer> {
  const spool = await readOwnSpool(call, person)
  const formId = formIdOf(call.body.form) ?? randomUUID()
  const options = asPersonCommand(call, person, formId)
  const note = { ...noteOf(person, call.now), action: 'spool.dispute', target: spool.id } as const
  try {
    const request = requestOf(call.body, spool)
    await inTransaction(person.console.db, (tx) =>
      noteAction(tx, { ...note, details: { command: options.commandId } }),
    )
    const input = { spoolId: spool.id, receiptId: call.body.receipt, request }
    const { id } = await person.instance.bus.request(openDispute, input, options)
    return seeOther(`${disputeListPath}/${id}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code } = error
    await inTransaction(person.console.db, (tx) =>
      noteAction(tx, { ...note, result: 'refused', details: { code } }),
    )
    return formPage(call, person, { site, spool, form: call.body, refusal: error })
  }
}

function requestOf(form: Form, spool: SpoolView): DisputeRequest {
  const { reason, detail, requested, named, units, receipt } = form
  if (!/^ocr_[0-9a-f]{24}$/.test(receipt)) {
    throw unprocessable('receipt', 'The form does not say which receipt it is about.', {
      remediation: 'Open the Spool and its form again.',
    })
  }
  const numbers = numbersOf(named)?.map((number) => spool.conditions[number - 1]?.id)
  if (numbers === undefined || numbers.includes(undefined)) {
    throw unprocessable('named', `Name conditions by their numbers, from 1 to ${spool.conditions.length}.`)
  }
  const unitNumbers = numbersOf(units)
  if (unitNumbers === null) throw unprocessable('units', 'Name units by their numbers, such as 3, 7.')
  const outcomes = outcomesOf(form, spool)
  const request = DisputeRequest.safeParse({
    reason,
    detail: detail.replaceAll('\r\n', '\n').trim(),
    requested,
    ...(outcomes.length > 0 && { proposed_outcomes: outcomes }),
    ...(numbers.length > 0 && { condition_ids: numbers }),
    ...(unitNumbers.length > 0 && { units: unitNumbers }),
  })
  if (request.success) return request.data
  const [issue] = request.error.issues
  const path = issue?.path.join('.') ?? 'detail'
  throw unprocessable(
    path,
    path === 'detail'
      ? 'Say in words what is wrong, in at most 2,000 characters.'
      : `${path}: ${issue?.message}.`,
  )
}
