import { randomUUID } from 'node:crypto'
import { DiscrepancyId } from '@outturn/agreement'
import {
  absentDiscrepancy,
  defineEndpoint,
  discrepancyParams,
  DiscrepancyRequest,
  type DiscrepancyView,
  dismissDiscrepancy,
  DismissDiscrepancyRequest,
  listOpenDiscrepancies,
  openDiscrepancy,
  personAccess,
  readDiscrepancy,
  readSpool,
  type Refusal,
  resolveDiscrepancy,
  ResolveDiscrepancyRequest,
  spoolParams,
  type SpoolView,
  unprocessable,
} from '@outturn/contracts'
import { z } from 'zod'
import { consolePage } from '../../../console/pages/console-page.ts'
import {
  discrepancyListContent,
  newDiscrepancyPath,
} from '../../../console/pages/discrepancies/discrepancy-list-page.ts'
import {
  type ClosingForm,
  discrepancyContent,
} from '../../../console/pages/discrepancies/discrepancy-page.ts'
import { discrepancyListPath } from '../../../console/pages/discrepancies/discrepancy-words.ts'
import {
  type DiscrepancyForm,
  newDiscrepancyContent,
} from '../../../console/pages/discrepancies/new-discrepancy-page.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import { numbersOf } from '../../../console/pages/spools/plain-conditions.ts'
import { asPerson, asPersonCommand } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { pathParameter } from '../../../wire/path-parameter.ts'
import { formBytes, formIdOf } from './action-form.ts'
import { notedAct, sentBy } from './noted-act.ts'
import { readOwnSpool } from './page.ts'

const pageRows = 25
const readers = personAccess(['owner', 'developer', 'viewer'])
const actors = personAccess(['owner', 'developer'])
const page = { isInternal: true, tag: 'Pages', isRateLimited: false } as const
const shown = { status: 200, description: 'The page.', content: { mediaType: 'text/html' } } as const
const led = { status: 303, description: 'The discrepancy.', content: { mediaType: 'text/html' } } as const
const field = z.string().max(20_000).default('')

const showDiscrepancies = defineEndpoint({
  ...page,
  operationId: 'show-discrepancies',
  path: discrepancyListPath,
  access: readers,
  summary: 'See the open discrepancies of the account',
  query: z.strictObject({ after: DiscrepancyId.optional() }),
  success: shown,
})
const showDiscrepancy = defineEndpoint({
  ...page,
  operationId: 'show-discrepancy',
  path: `${discrepancyListPath}/:discrepancy_id`,
  access: readers,
  params: discrepancyParams,
  summary: 'See a discrepancy of the account',
  ignoresQuery: true,
  success: shown,
})
const closeOwnDiscrepancy = defineEndpoint({
  ...page,
  operationId: 'close-own-discrepancy',
  path: `${discrepancyListPath}/:discrepancy_id/close`,
  access: actors,
  params: discrepancyParams,
  summary: 'Close a discrepancy, or propose to',
  body: z.strictObject({ _t: field, form: field, closing: field, note: field }),
  bodyLimit: { bytes: formBytes },
  success: led,
})
const showNewDiscrepancy = defineEndpoint({
  ...page,
  operationId: 'show-new-discrepancy',
  path: newDiscrepancyPath(':id'),
  access: actors,
  params: spoolParams,
  summary: 'See what a discrepancy does',
  ignoresQuery: true,
  success: shown,
})
const openOwnDiscrepancy = defineEndpoint({
  ...page,
  operationId: 'open-own-discrepancy',
  path: newDiscrepancyPath(':id'),
  access: actors,
  params: spoolParams,
  summary: 'Open a discrepancy',
  body: z.strictObject({
    ...{ _t: field, form: field, kind: field, severity: field, description: field },
    ...{ expected: field, observed: field, condition: field, unit: field },
  }),
  bodyLimit: { bytes: formBytes },
  success: led,
})

const emptyForm: DiscrepancyForm = {
  ...{ kind: 'quantity_mismatch', severity: 'warn', description: '' },
  ...{ expected: '', observed: '', condition: '', unit: '' },
}

/** Discrepancies of an account: listed, read, opened and closed. */
export function discrepancyRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showDiscrepancies, cookies, async (call, person) => {
      const { after } = call.query
      const asked = { limit: pageRows, ...(after !== undefined && { after }) }
      const found = await person.instance.bus.request(listOpenDiscrepancies, asked, asPerson(call, person))
      const about = { title: 'Discrepancies', current: discrepancyListPath }
      return consolePage(site, person, about, discrepancyListContent(found))
    }),
    servePerson(showDiscrepancy, cookies, (call, person) =>
      discrepancyPage(call, person, { site, sent: null, refusal: null }),
    ),
    servePerson(closeOwnDiscrepancy, cookies, (call, person) => closeFromForm(call, person, site)),
    servePerson(showNewDiscrepancy, cookies, async (call, person) => {
      const spool = await readOwnSpool(call, person)
      return newPage(person, { site, spool, form: emptyForm, refusal: null })
    }),
    servePerson(openOwnDiscrepancy, cookies, (call, person) => openFromForm(call, person, site)),
  ]
}

type Reading = Pick<Call, 'deadline' | 'params' | 'requestId'>
type Shown = { readonly site: PageSite; readonly sent: ClosingForm | null; readonly refusal: Refusal | null }

async function discrepancyPage(
  call: Reading,
  person: SignedIn,
  { site, sent, refusal }: Shown,
): Promise<Answer> {
  const discrepancyId = pathParameter('discrepancy_id', discrepancyParams.discrepancy_id, call.params)
  const options = asPerson(call, person)
  const discrepancy = await person.instance.bus.request(readDiscrepancy, { discrepancyId }, options)
  const spool = await person.instance.bus.request(readSpool, { id: discrepancy.spool_id }, options)
  if (!('allowed_actions' in spool.economics)) throw absentDiscrepancy()
  const token = person.formToken(`${discrepancyListPath}/${discrepancyId}/close`)
  const form =
    discrepancy.can.length === 0
      ? null
      : { ...(sent ?? { closing: proposedClosing(discrepancy), note: '' }), token, formId: randomUUID() }
  const content = discrepancyContent({ discrepancy, spool: spool as SpoolView, form, refusal })
  const status = refusal === null ? 200 : refusal.status
  return consolePage(site, person, { title: 'Discrepancy', current: discrepancyListPath, status }, content)
}

/** What a form offers first: what the other party proposed. */
function proposedClosing({ proposal }: DiscrepancyView): string {
  return proposal === null ? 'accepted_variance' : (proposal.outcome ?? 'dismiss')
}

async function closeFromForm(
  call: Call<z.output<NonNullable<typeof closeOwnDiscrepancy.body>>>,
  person: SignedIn,
  site: PageSite,
): Promise<Answer> {
  const discrepancyId = pathParameter('discrepancy_id', discrepancyParams.discrepancy_id, call.params)
  const { closing, note, form } = call.body
  const isDismissal = closing === 'dismiss'
  const action = isDismissal ? 'discrepancy.dismiss' : 'discrepancy.resolve'
  const formId = formIdOf(form) ?? randomUUID()
  const options = asPersonCommand(call, person, formId)
  return notedAct(
    call,
    person,
    { action, target: discrepancyId, command: options.commandId },
    {
      async act() {
        const { bus } = person.instance
        if (isDismissal) {
          const request = sentBy(DismissDiscrepancyRequest, { note: note.trim() })
          await bus.request(dismissDiscrepancy, { discrepancyId, request }, options)
        } else {
          const request = sentBy(ResolveDiscrepancyRequest, { outcome: closing, note: note.trim() })
          await bus.request(resolveDiscrepancy, { discrepancyId, request }, options)
        }
        return seeOther(`${discrepancyListPath}/${discrepancyId}`)
      },
      refused: (refusal) => discrepancyPage(call, person, { site, sent: { closing, note }, refusal }),
    },
  )
}

type NewShown = {
  readonly site: PageSite
  readonly spool: SpoolView
  readonly form: DiscrepancyForm
  readonly refusal: Refusal | null
}

function newPage(person: SignedIn, { site, spool, form, refusal }: NewShown): Answer {
  const token = person.formToken(newDiscrepancyPath(spool.id))
  const content = newDiscrepancyContent({ spool, form, token, formId: randomUUID(), refusal })
  const status = refusal === null ? 200 : refusal.status
  const about = { title: 'Open a discrepancy', current: discrepancyListPath, status }
  return consolePage(site, person, about, content)
}

async function openFromForm(
  call: Call<z.output<NonNullable<typeof openOwnDiscrepancy.body>>>,
  person: SignedIn,
  site: PageSite,
): Promise<Answer> {
  const spool = await readOwnSpool(call, person)
  const options = asPersonCommand(call, person, formIdOf(call.body.form) ?? randomUUID())
  const about = { action: 'discrepancy.open', target: spool.id, command: options.commandId } as const
  return notedAct(call, person, about, {
    async act() {
      const input = { spoolId: spool.id, request: requestOf(call.body, spool) }
      const { id } = await person.instance.bus.request(openDiscrepancy, input, options)
      return seeOther(`${discrepancyListPath}/${id}`)
    },
    refused: (refusal) => newPage(person, { site, spool, form: call.body, refusal }),
  })
}

function requestOf(form: DiscrepancyForm, spool: SpoolView): DiscrepancyRequest {
  const [condition, ...others] = numbersOf(form.condition) ?? [0]
  const conditionId = condition === undefined ? undefined : spool.conditions[condition - 1]?.id
  if (others.length > 0 || (condition !== undefined && conditionId === undefined)) {
    throw unprocessable(
      'condition',
      `Name one condition by its number, from 1 to ${spool.conditions.length}.`,
    )
  }
  const [unit, ...otherUnits] = numbersOf(form.unit) ?? [0]
  if (otherUnits.length > 0 || unit === 0) {
    throw unprocessable('unit', 'Name one unit by its number, such as 97.')
  }
  return sentBy(DiscrepancyRequest, {
    kind: form.kind,
    severity: form.severity,
    description: form.description.trim(),
    ...(form.expected.trim() !== '' && { expected: form.expected.trim() }),
    ...(form.observed.trim() !== '' && { observed: form.observed.trim() }),
    ...(conditionId !== undefined && { condition_id: conditionId }),
    ...(unit !== undefined && { unit }),
  })
}
