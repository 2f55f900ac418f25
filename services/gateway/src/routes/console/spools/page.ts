import { randomUUID } from 'node:crypto'
import {
  absentSpool,
  defineEndpoint,
  evidenceParams,
  explainActions,
  listDiscrepancies,
  listReceipts,
  listReviews,
  listSpoolEvents,
  personAccess,
  readReceipt,
  readSettlementOfSpool,
  readSpool,
  readSuppliedContent,
  receiptParams,
  type SpoolEventView,
  spoolParams,
  type SpoolView,
} from '@outturn/contracts'
import { z } from 'zod'
import { actionWords, consoleActions } from '../../../console/pages/spools/action-words.ts'
import { spoolContent } from '../../../console/pages/spools/spool-page.ts'
import {
  mayAct,
  spoolPath,
  type SpoolPageView,
  type SpoolTab,
  spoolTabs,
} from '../../../console/pages/spools/spool-view.ts'
import { orNull, panelMs } from '../../../console/panel.ts'
import { consolePage } from '../../../console/pages/console-page.ts'
import { asPerson } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { receiptBundle } from '../../receipts/receipt-bundle.ts'
import type { ReadKeys } from '../../keys/key-document.ts'
import { pathParameter } from '../../../wire/path-parameter.ts'
import { peopleBehind } from './person-events.ts'

const tabNames = Object.keys(spoolTabs) as [SpoolTab, ...SpoolTab[]]
/** Pages of a history that the page reads; longer ones are read by the interface. */
const maxHistoryPages = 3
const mostReceipts = 100
const mostDiscrepancies = 10

const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  params: spoolParams,
} as const

const showSpool = defineEndpoint({
  ...page,
  operationId: 'show-own-spool',
  path: spoolPath(':id'),
  access: personAccess(['owner', 'developer', 'viewer']),
  summary: 'See a Spool of the account',
  query: z.strictObject({
    tab: z.enum(tabNames).default('overview'),
    done: z.enum(['create', 'dispute', 'join', ...consoleActions]).optional(),
  }),
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
})
const downloadOwnEvidence = defineEndpoint({
  ...page,
  operationId: 'download-own-evidence',
  path: `${spoolPath(':id')}/evidence/:evidence_id`,
  access: personAccess(['owner', 'developer']),
  summary: 'Download what was delivered',
  params: evidenceParams,
  ignoresQuery: true,
  success: { status: 200, description: 'The content.', content: { mediaType: '*/*' } },
})

const downloadOwnBundle = defineEndpoint({
  ...page,
  operationId: 'download-own-bundle',
  path: `${spoolPath(':id')}/bundle.json`,
  access: personAccess(['owner', 'developer']),
  summary: 'Download the bundle of the latest receipt',
  ignoresQuery: true,
  deadlineMs: 15_000,
  success: { status: 200, description: 'The bundle.', content: { mediaType: 'application/json' } },
})

/** A Spool with everything that its party may see, and the files that were delivered. */
export function spoolPageRoutes(
  site: PageSite,
  cookies: ConsoleCookies,
  readKeys: ReadKeys,
): readonly Route[] {
  return [
    servePerson(downloadOwnBundle, cookies, async (call, person) => {
      const { latest_receipt_id: receiptId } = await readOwnSpool(call, person)
      if (receiptId === null) throw receiptParams.receipt_id.absent()
      return receiptBundle(call, receiptId, {
        slug: site.slug,
        readKeys,
        bus: person.instance.bus,
        options: asPerson(call, person),
      })
    }),
    servePerson(showSpool, cookies, async (call, person) => {
      const spool = await readOwnSpool(call, person)
      const { tab, done } = call.query
      if (tab === 'evidence' && !mayAct(person.role)) throw absentSpool()
      const view = await viewOf(call, person, { spool, tab, site })
      const title = spool.deliverable.title
      return consolePage(
        site,
        person,
        { title, current: '/console/spools' },
        spoolContent({ ...view, done: done === undefined ? null : doneText(done) }),
      )
    }),
    servePerson(downloadOwnEvidence, cookies, async (call, person) => {
      const target = {
        spoolId: pathParameter('id', evidenceParams.id, call.params),
        evidenceId: pathParameter('evidence_id', evidenceParams.evidence_id, call.params),
      }
      const options = asPerson(call, person)
      const found = await person.instance.bus.request(readSuppliedContent, target, options)
      return {
        status: 200,
        body: Buffer.from(found.base64, 'base64'),
        contentType: found.mediaType,
        headers: {
          'content-disposition': `attachment; filename="${found.fileName}"`,
          // Its writer is a party that wants to be paid: a browser saves it and runs nothing of it.
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'no-store',
        },
      }
    }),
  ]
}

function doneText(done: 'create' | 'dispute' | 'join' | (typeof consoleActions)[number]): string {
  if (done === 'create') return 'Spool created.'
  if (done === 'join')
    return 'You have joined. Nothing is accepted yet: read what is agreed, and accept or decline it here.'
  return done === 'dispute' ? 'Dispute opened.' : actionWords[done].done
}

/** The Spool that the address names, for a party; for every other account it does not exist. */
export async function readOwnSpool(
  call: Pick<Call, 'deadline' | 'params' | 'requestId'>,
  person: SignedIn,
): Promise<SpoolView> {
  const id = pathParameter('id', spoolParams.id, call.params)
  const found = await person.instance.bus.request(readSpool, { id }, asPerson(call, person))
  // Only who is no party is shown less.
  if (!('allowed_actions' in found.economics)) throw absentSpool()
  return found as SpoolView
}

async function viewOf(
  call: Pick<Call, 'deadline' | 'now' | 'requestId' | 'roomFor'>,
  person: SignedIn,
  { spool, tab, site }: { spool: SpoolView; tab: SpoolTab; site: PageSite },
): Promise<SpoolPageView> {
  const { bus } = person.instance
  // The Spool itself has been read; what stands beside it may not keep the page waiting.
  const deadline = Math.min(call.deadline, call.now.getTime() + panelMs)
  const options = asPerson({ ...call, deadline }, person)
  const { roomFor } = call
  const large = { ...options, ...(roomFor !== undefined && { roomFor: (bytes: number) => roomFor(bytes) }) }
  const spoolId = spool.id
  const receiptId = spool.latest_receipt_id
  const [explained, history, receipt, receipts, money, discrepancies, reviews] = await Promise.all([
    // Without these the page has no forms and no history, so that they get all the time there is.
    orNull(() => bus.request(explainActions, { spoolId }, asPerson(call, person))),
    orNull(() => readHistory(person, spoolId, asPerson(call, person))),
    tab === 'overview' && receiptId !== null
      ? orNull(() => bus.request(readReceipt, { receiptId }, large))
      : undefined,
    tab === 'runs'
      ? orNull(() => bus.request(listReceipts, { limit: mostReceipts, spoolId }, options))
      : undefined,
    tab === 'money' ? orNull(() => readMoney(person, spoolId, options)) : undefined,
    tab === 'overview' && spool.open_discrepancies > 0
      ? orNull(() =>
          bus.request(listDiscrepancies, { spoolId, limit: mostDiscrepancies, status: 'open' }, options),
        )
      : undefined,
    tab === 'overview' && receiptId !== null
      ? orNull(() => bus.request(listReviews, { spoolId }, options))
      : undefined,
  ])
  const people = await peopleBehind(person, spoolId, history?.events ?? [])
  return {
    spool,
    tab,
    role: person.role,
    accountName: person.accountName,
    explained,
    events: history?.events ?? null,
    hasMoreEvents: history?.hasMore ?? false,
    receipt: receipt === undefined || receipt === null ? receipt : receipt.receipt,
    receipts: receipts === undefined || receipts === null ? receipts : receipts.data,
    money,
    discrepancies: discrepancies === undefined || discrepancies === null ? discrepancies : discrepancies.data,
    reviews: reviews === undefined || reviews === null ? reviews : reviews.data,
    people,
    shareUrl: `${site.publicUrl}/s/${spool.share_id}`,
    formToken: (path) => person.formToken(path),
    formId: () => randomUUID(),
    done: null,
  }
}

type Options = ReturnType<typeof asPerson>

async function readMoney(person: SignedIn, spoolId: string, options: Options) {
  return (await person.instance.bus.request(readSettlementOfSpool, { spoolId }, options)) ?? ('none' as const)
}

async function readHistory(person: SignedIn, spoolId: string, options: Options) {
  const events: SpoolEventView[] = []
  for (let pages = 1; ; pages += 1) {
    const after = events.at(-1)?.seq ?? 0
    const found = await person.instance.bus.request(listSpoolEvents, { spoolId, after }, options)
    events.push(...found.data)
    if (!found.has_more || pages === maxHistoryPages) return { events, hasMore: found.has_more }
  }
}
