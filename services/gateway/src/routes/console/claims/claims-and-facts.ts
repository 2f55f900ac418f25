import { randomUUID } from 'node:crypto'
import { ClaimId, FactId, MatchId, SourceId } from '@outturn/agreement'
import {
  defineEndpoint,
  findDiscrepanciesAbout,
  listClaims,
  listFacts,
  listMatches,
  MatchRequest,
  matchSpoolClaims,
  personAccess,
  readClaimMatches,
  Refusal,
  spoolParams,
  type SpoolView,
  unprocessable,
} from '@outturn/contracts'
import { z } from 'zod'
import { recordListPath } from '../../../console/pages/claims/claim-words.ts'
import { type MatchForm, matchForm } from '../../../console/pages/claims/match-form.ts'
import {
  claimsContent,
  factsContent,
  matchesContent,
} from '../../../console/pages/claims/record-list-pages.ts'
import { subjectContent } from '../../../console/pages/claims/subject-page.ts'
import { consolePage } from '../../../console/pages/console-page.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import { mayAct, spoolPath } from '../../../console/pages/spools/spool-view.ts'
import { orNull } from '../../../console/panel.ts'
import { asPerson, asPersonCommand } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { formIdOf } from '../spools/action-form.ts'
import { notedAct, sentBy } from '../spools/noted-act.ts'
import { readOwnSpool } from '../spools/page.ts'

const pageRows = 25
/** Claims, and facts, that the page of a subject shows. */
const subjectRows = 50
const current = '/console/spools'
const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  params: spoolParams,
  access: personAccess(['owner', 'developer', 'viewer']),
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
} as const
const subject = z.string().trim().max(1_024)
const filter = { subject: subject.default(''), all: z.enum(['', '1']).default('') }
const field = z.string().max(1_000).default('')

const showClaims = defineEndpoint({
  ...page,
  operationId: 'show-claims',
  path: recordListPath(':id', 'claims'),
  summary: 'See the claims of a Spool',
  query: z.strictObject({ ...filter, after: ClaimId.optional() }),
})
const showFacts = defineEndpoint({
  ...page,
  operationId: 'show-facts',
  path: recordListPath(':id', 'facts'),
  summary: 'See the facts of a Spool',
  query: z.strictObject({ ...filter, source: SourceId.optional(), after: FactId.optional() }),
})
const showSubject = defineEndpoint({
  ...page,
  operationId: 'show-subject',
  path: `${spoolPath(':id')}/subject`,
  summary: 'See what is claimed and reported of a subject',
  query: z.strictObject({ name: subject.default('') }),
})
const showMatches = defineEndpoint({
  ...page,
  operationId: 'show-matches',
  path: recordListPath(':id', 'matches'),
  summary: 'See the latest match of a Spool',
  query: z.strictObject({ after: MatchId.optional(), done: z.literal('match').optional() }),
})
const matchOwnClaims = defineEndpoint({
  ...page,
  operationId: 'match-own-claims',
  path: recordListPath(':id', 'matches'),
  access: personAccess(['owner', 'developer']),
  summary: 'Match the claims of a Spool',
  deadlineMs: 20_000,
  body: z.strictObject({ _t: field, form: field, key: field, window: field, tolerance: field, open: field }),
  success: { ...page.success, status: 303, description: 'The latest match.' },
})

/** Claims, facts and matches of a Spool, for both of its parties. */
export function claimRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showClaims, cookies, async (call, person) => {
      const spool = await readOwnSpool(call, person)
      const { subject: name, all, after } = call.query
      const asked = {
        ...{ spoolId: spool.id, limit: pageRows, current: all === '' },
        ...(name !== '' && { subject: name }),
        ...(after !== undefined && { after }),
      }
      const found = await person.instance.bus.request(listClaims, asked, asPerson(call, person))
      const shown = { subject: name, isAll: all === '1', source: '' }
      const content = claimsContent({ spool, filter: shown, claims: found.data, next: found.next_cursor })
      return consolePage(site, person, { title: 'Claims', current }, content)
    }),
    servePerson(showFacts, cookies, async (call, person) => {
      const spool = await readOwnSpool(call, person)
      const { subject: name, all, source, after } = call.query
      const asked = {
        ...{ spoolId: spool.id, limit: pageRows, current: all === '' },
        ...(name !== '' && { subject: name }),
        ...(source !== undefined && { sourceId: source }),
        ...(after !== undefined && { after }),
      }
      const found = await person.instance.bus.request(listFacts, asked, asPerson(call, person))
      const content = factsContent({
        ...{ spool, facts: found.data, next: found.next_cursor, seesEvidence: mayAct(person.role) },
        filter: { subject: name, isAll: all === '1', source: source ?? '' },
      })
      return consolePage(site, person, { title: 'Facts', current }, content)
    }),
    servePerson(showSubject, cookies, async (call, person) => {
      const spool = await readOwnSpool(call, person)
      const { name } = call.query
      if (name === '') return seeOther(recordListPath(spool.id, 'claims'))
      const content = subjectContent({
        spool,
        subject: name,
        ...(await aboutSubject(call, person, spool, name)),
      })
      return consolePage(site, person, { title: 'Subject', current }, content)
    }),
    servePerson(showMatches, cookies, async (call, person) => {
      const spool = await readOwnSpool(call, person)
      const { after, done } = call.query
      return matchesPage(site, call, person, { spool, after, isDone: done !== undefined })
    }),
    servePerson(matchOwnClaims, cookies, async (call, person) =>
      matchFromForm(site, call, person, await readOwnSpool(call, person)),
    ),
  ]
}

type Reading = Pick<Call, 'deadline' | 'requestId'>

async function aboutSubject(call: Reading, person: SignedIn, { id: spoolId }: SpoolView, name: string) {
  const { bus } = person.instance
  const options = asPerson(call, person)
  const asked = { spoolId, subject: name, limit: subjectRows, current: false }
  const [claims, facts] = await Promise.all([
    bus.request(listClaims, asked, options),
    bus.request(listFacts, asked, options),
  ])
  const claimIds = claims.data.map(({ id }) => id)
  const about = [...claimIds, ...facts.data.map(({ id }) => id)]
  const [matches, discrepancies] = await Promise.all([
    claimIds.length === 0
      ? { rows: [] }
      : orNull(() => bus.request(readClaimMatches, { spoolId, claimIds }, options)),
    about.length === 0
      ? { data: [] }
      : orNull(() => bus.request(findDiscrepanciesAbout, { spoolId, about, limit: 100 }, options)),
  ])
  return {
    ...{ claims: claims.data, facts: facts.data, hasMore: claims.has_more || facts.has_more },
    ...{ matches: matches?.rows ?? null, discrepancies: discrepancies?.data ?? null },
  }
}

type Shown = {
  readonly spool: SpoolView
  readonly after?: string | undefined
  readonly isDone?: boolean
  readonly form?: MatchForm
  readonly refusal?: Refusal
}

const emptyForm: MatchForm = { key: 'both', window: '0', tolerance: '0', open: 'yes' }

async function matchesPage(
  site: PageSite,
  call: Reading,
  person: SignedIn,
  { spool, after, isDone = false, form = emptyForm, refusal }: Shown,
): Promise<Answer> {
  const asked = { spoolId: spool.id, limit: pageRows, ...(after !== undefined && { after }) }
  const match = await person.instance.bus
    .request(listMatches, asked, asPerson(call, person))
    .catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'not_found') return null
      throw error
    })
  const token = person.formToken(recordListPath(spool.id, 'matches'))
  const content = matchesContent({
    ...{ spool, match, done: isDone ? 'Matched. What differs is below, and among the discrepancies.' : null },
    form: mayAct(person.role)
      ? matchForm({ spool, form, token, formId: randomUUID(), refusal: refusal ?? null })
      : null,
  })
  const status = refusal?.status ?? 200
  return consolePage(site, person, { title: 'Latest match', current, status }, content)
}

function matchFromForm(
  site: PageSite,
  call: Call<z.output<NonNullable<typeof matchOwnClaims.body>>>,
  person: SignedIn,
  spool: SpoolView,
): Promise<Answer> {
  const { body: form } = call
  const options = asPersonCommand(call, person, formIdOf(form.form) ?? randomUUID())
  const noted = { action: 'claims.match', target: spool.id, command: options.commandId } as const
  return notedAct(call, person, noted, {
    async act() {
      const input = { spoolId: spool.id, request: requestOf(form) }
      await person.instance.bus.request(matchSpoolClaims, input, options)
      return seeOther(`${recordListPath(spool.id, 'matches')}?done=match`)
    },
    refused: (refusal) => matchesPage(site, call, person, { spool, form, refusal }),
  })
}

function requestOf({ key, window, tolerance, open }: MatchForm): MatchRequest {
  return sentBy(MatchRequest, {
    ...(key === 'subject' && { key: ['subject'] }),
    window_seconds: wholeNumber('window_seconds', window, 2_592_000),
    value_tolerance_bp: wholeNumber('value_tolerance_bp', tolerance, 10_000),
    ...(open === 'no' && { open_discrepancies: false }),
  })
}

function wholeNumber(name: string, text: string, largest: number): number {
  const digits = text.trim() === '' ? '0' : text.trim()
  if (/^\d{1,7}$/.test(digits) && Number(digits) <= largest) return Number(digits)
  throw unprocessable(name, `Enter a whole number from 0 to ${largest}.`)
}
