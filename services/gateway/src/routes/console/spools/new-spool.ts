import { randomUUID } from 'node:crypto'
import {
  createSpool,
  CreateSpoolRequest,
  defineEndpoint,
  newSpoolName,
  personAccess,
  Refusal,
  unprocessable,
} from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import { isOneOf, partyKinds } from '@outturn/vocabulary'
import { z } from 'zod'
import { noteOf } from '../../../console/accounts/console-keys.ts'
import { consolePage } from '../../../console/pages/console-page.ts'
import {
  emptySpoolForm,
  newSpoolContent,
  type NewSpoolForm,
  newSpoolPath,
  type NewSpoolView,
} from '../../../console/pages/spools/new-spool-page.ts'
import { centsOf } from '../../../console/pages/spools/plain-conditions.ts'
import { spoolPath } from '../../../console/pages/spools/spool-view.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import { asPersonCommand } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { noteAction } from '../../../store/console/audit-store.ts'
import { formBytes, formIdOf } from './action-form.ts'
import { type CompiledPolicy, compileWords, conditionsFrom } from './read-conditions.ts'

const field = z.string().max(20_000).default('')
const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(['owner', 'developer']),
  path: newSpoolPath,
} as const
const current = '/console/spools'
const maxUnits = 1_000_000

const Form = z.strictObject({
  _t: field,
  form: field,
  step: field,
  ...(Object.fromEntries(Object.keys(emptySpoolForm).map((name) => [name, field])) as Record<
    keyof NewSpoolForm,
    typeof field
  >),
})

const showNewSpool = defineEndpoint({
  ...page,
  operationId: 'show-new-spool',
  summary: 'See the form of a new Spool',
  ignoresQuery: true,
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
})
const createOwnSpool = defineEndpoint({
  ...page,
  operationId: 'create-own-spool',
  summary: 'Preview or create a Spool',
  body: Form,
  bodyLimit: { bytes: formBytes },
  deadlineMs: 10_000,
  success: { status: 303, description: 'The Spool.', content: { mediaType: 'text/html' } },
})

/** The form of a new Spool, its preview and its creation. */
export function newSpoolRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showNewSpool, cookies, (_call, person) => {
      const form = { ...emptySpoolForm, own_name: person.accountName.slice(0, 120) }
      return answer(site, person, { form, compiled: null, isPreview: false, refusal: null })
    }),
    servePerson(createOwnSpool, cookies, (call, person) => fromForm(call, person, site)),
  ]
}

type Shown = Pick<NewSpoolView, 'compiled' | 'form' | 'isPreview' | 'refusal'>

function answer(site: PageSite, person: SignedIn, shown: Shown): Answer {
  const content = newSpoolContent({ ...shown, token: person.formToken(newSpoolPath), formId: randomUUID() })
  const status = shown.refusal === null ? 200 : Math.max(400, shown.refusal.status)
  return consolePage(site, person, { title: 'New Spool', current, status }, content)
}

async function fromForm(
  call: Call<z.output<typeof Form>>,
  person: SignedIn,
  site: PageSite,
): Promise<Answer> {
  const { _t: _token, form: formText, step, ...form } = call.body
  const formId = formIdOf(formText)
  let compiled: CompiledPolicy | null = null
  try {
    const words = { words: form.conditions, confirmed: form.confirmed, columns: form.columns }
    compiled = await compileWords(call, person, words)
    if (step !== 'create' || formId === null) {
      return answer(site, person, { form, compiled, isPreview: true, refusal: null })
    }
    const request = requestOf(form, conditionsFrom(compiled, words))
    const options = asPersonCommand(call, person, formId)
    const note = {
      ...noteOf(person, call.now),
      action: 'spool.create',
      target: derivedId('spool', newSpoolName(options.commandId, person.instance.lostTime.recoveryEpoch())),
    } as const
    await inTransaction(person.console.db, (tx) =>
      noteAction(tx, { ...note, details: { command: options.commandId } }),
    )
    const { id } = await person.instance.bus.request(createSpool, { request }, options)
    return seeOther(`${spoolPath(id)}?done=create#done`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return answer(site, person, { form, compiled, isPreview: compiled !== null, refusal: error })
  }
}

type Conditions = NonNullable<CreateSpoolRequest['conditions']>

/** The request of the interface that a form stands for. Refused with the name of the field that is wrong. */
function requestOf(form: NewSpoolForm, conditions: Conditions): CreateSpoolRequest {
  const units = unitsOf(form)
  const cents = amountOf(form, units)
  const isBuyer = form.side !== 'seller'
  const own = { role: isBuyer ? 'buyer' : 'seller', kind: 'org', display_name: named(form, 'own_name') }
  const kind = isOneOf(partyKinds, form.other_kind) ? form.other_kind : 'org'
  const account = form.other_account.trim()
  const other = {
    role: isBuyer ? 'seller' : 'buyer',
    kind,
    display_name: named(form, 'other_name'),
    ...(account !== '' && { account_id: account }),
  }
  const title = named(form, 'title')
  const term = form.term.trim()
  const sent = {
    parties: [own, other],
    value: { amount_cents: cents, currency: 'USD' },
    deliverable: { type: 'work', title, description: form.description.trim(), attributes: {} },
    terms: [{ text: term === '' ? title : term, provenance: { source: 'freeform' } }],
    conditions,
    agreement: { mode: form.mode === 'unilateral' ? 'unilateral' : 'bilateral' },
    dispute_policy: { window_hours: hoursOf(form.window) },
    ...(units !== null && { unitization: units }),
  }
  const request = CreateSpoolRequest.safeParse(sent)
  if (request.success) return request.data
  const [issue] = request.error.issues
  throw unprocessable(issue?.path.join('.') ?? 'form', `${issue?.path.join('.')}: ${issue?.message}.`)
}

function named(form: NewSpoolForm, name: 'other_name' | 'own_name' | 'title'): string {
  const text = form[name].trim()
  if (text !== '') return text
  const what = { title: 'a title', own_name: 'your name', other_name: 'the name of the other party' }[name]
  throw unprocessable(name, `Enter ${what}.`)
}

function unitsOf({ units, unit_amount: each }: NewSpoolForm) {
  if (units.trim() === '' && each.trim() === '') return null
  const count = /^[1-9]\d*$/.test(units.trim()) ? Number(units.trim()) : 0
  if (count < 1 || count > maxUnits) {
    throw unprocessable('units', 'Enter a whole number of units, such as 100.')
  }
  const cents = centsOf(each)
  if (cents === null)
    throw unprocessable('unit_amount', 'Enter the price of a unit in dollars, such as 2.50.')
  return { total_units: count, unit_amount_cents: cents }
}

function amountOf(
  { amount }: NewSpoolForm,
  units: { total_units: number; unit_amount_cents: number } | null,
): number {
  if (amount.trim() === '' && units !== null) return units.total_units * units.unit_amount_cents
  const cents = centsOf(amount)
  if (cents === null) throw unprocessable('amount', 'Enter an amount in dollars, such as 25.00.')
  const total = units === null ? cents : units.total_units * units.unit_amount_cents
  if (total !== cents) {
    throw unprocessable(
      'amount',
      `${units?.total_units} units × ${dollars(units?.unit_amount_cents ?? 0)} USD are ${dollars(total)} USD, but the value is ${dollars(cents)}.`,
      { remediation: `Make it ${dollars(total)}, or leave it empty.` },
    )
  }
  return cents
}

function dollars(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

function hoursOf(text: string): number {
  const hours = text.trim() === '' ? '72' : text.trim()
  if (/^\d{1,3}$/.test(hours) && Number(hours) <= 720) return Number(hours)
  throw unprocessable('window', 'Enter a whole number of hours from 0 to 720.')
}
