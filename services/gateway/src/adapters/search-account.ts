import {
  type SearchHit,
  searchBilling,
  searchSettlements,
  searchSigning,
  searchSpools,
} from '@outturn/contracts'
import type { RequestOptions } from '@outturn/messaging'
import { listKeysOf } from '../store/key-store.ts'
import { findRequestsBeginning, findRequestsOfSpools, type ListedRequest } from '../store/request-store.ts'
import { orNull } from '../console/panel.ts'
import type { SignedIn } from '../console/sessions/serve-person.ts'
import { idsOf, type Owner } from '../console/search/search-terms.ts'

/** Something that a search of an account found: of another service, or a request or a key of this one. */
export type FoundItem = Omit<SearchHit, 'kind'> & { readonly kind: SearchHit['kind'] | 'key' | 'request' }

export type FoundItems = {
  readonly items: readonly FoundItem[]
  /** What could not be searched, in words. */
  readonly failed: readonly string[]
}

const maxOwn = 20
const nameOf: Readonly<Record<Owner, string>> = {
  signing: 'Receipts',
  spool: 'Spools, runs, evidence and disputes',
  billing: 'Charges and purchases',
  settlement: 'Settlements',
  gateway: 'Requests and keys',
}

/** Finds by these ids what the person may see of their account, and in a second step what belongs to the Spools and runs of that. */
export async function searchAccount(
  person: SignedIn,
  ids: readonly string[],
  options: RequestOptions,
): Promise<{ readonly direct: FoundItems; readonly related: FoundItems }> {
  const direct = await ask(person, ids, options)
  const of = relatedIds(direct.items).filter((id) => !ids.includes(id))
  if (of.length === 0) return { direct, related: { items: [], failed: [] } }
  const related = await ask(person, of, options)
  const known = new Set(direct.items.map(({ id }) => id))
  return { direct, related: { ...related, items: related.items.filter(({ id }) => !known.has(id)) } }
}

/** Things of more Spools than these are no answer to a question about one. */
const maxRelated = 4

function relatedIds(items: readonly FoundItem[]): string[] {
  const all = new Set(items.flatMap(({ spoolId, runId }) => [spoolId, runId]))
  return [...all].filter((id) => id !== undefined).slice(0, 2 * maxRelated)
}

async function ask(person: SignedIn, ids: readonly string[], options: RequestOptions): Promise<FoundItems> {
  const { bus } = person.instance
  const asked: readonly [Owner, (own: string[]) => Promise<readonly FoundItem[]>][] = [
    ['signing', async (own) => (await bus.request(searchSigning, { ids: own }, options)).hits],
    ['spool', async (own) => (await bus.request(searchSpools, { ids: own }, options)).hits],
    ['billing', async (own) => (await bus.request(searchBilling, { ids: own }, options)).hits],
    ['settlement', async (own) => (await bus.request(searchSettlements, { ids: own }, options)).hits],
    ['gateway', (own) => searchOwn(person, own)],
  ]
  const answers = await Promise.all(
    asked.map(async ([owner, search]) => {
      const own = [...idsOf(owner, ids)]
      const found = own.length === 0 ? [] : await orNull(() => search(own))
      return { owner, found }
    }),
  )
  return {
    items: answers.flatMap(({ found }) => found ?? []).filter((item) => maySee(person, item)),
    failed: answers.flatMap(({ owner, found }) => (found === null ? [nameOf[owner]] : [])),
  }
}

const ofSpools: ReadonlySet<FoundItem['kind']> = new Set([
  'spool',
  'run',
  'evidence',
  'dispute',
  'review',
  'discrepancy',
  'settlement',
  'transaction',
])
const ofPrograms: ReadonlySet<FoundItem['kind']> = new Set(['request', 'key'])
const ofMoney: ReadonlySet<FoundItem['kind']> = new Set(['purchase', 'grant'])

/** What the pages of a role do not show, its search does not find. */
function maySee({ role }: SignedIn, { kind }: FoundItem): boolean {
  if (role === 'owner') return true
  if (ofSpools.has(kind)) return role !== 'billing'
  if (ofPrograms.has(kind)) return role === 'developer'
  return !ofMoney.has(kind) || role === 'billing'
}

async function searchOwn(
  { console: { db }, accountId }: SignedIn,
  ids: readonly string[],
): Promise<FoundItem[]> {
  const of = (prefix: string) => ids.filter((id) => id.startsWith(prefix))
  const spoolIds = of('spl_')
  const [keys, beginning, about] = await Promise.all([
    of('key_').length === 0 ? [] : listKeysOf(db, accountId),
    Promise.all(of('req_').map((id) => findRequestsBeginning(db, accountId, id, maxOwn))),
    spoolIds.length === 0 ? [] : findRequestsOfSpools(db, accountId, spoolIds, maxOwn),
  ])
  const named = keys.filter(
    ({ id, spool_id: bound }) => bound === null && of('key_').some((each) => id.startsWith(each)),
  )
  return [
    ...[...beginning.flat(), ...about].slice(0, maxOwn).map(requestItem),
    ...named.slice(0, maxOwn).map(
      (key): FoundItem => ({
        kind: 'key',
        id: key.id,
        at: key.created_at.toISOString(),
        title: key.label,
        state: key.revoked_at === null ? key.display : 'revoked',
      }),
    ),
  ]
}

function requestItem({ id, at, method, path, status, code, spool_id: spoolId }: ListedRequest): FoundItem {
  return {
    kind: 'request',
    id,
    at: at.toISOString(),
    title: `${method} ${path}`,
    state: code === null ? String(status) : `${status} ${code}`,
    ...(spoolId !== null && { spoolId }),
  }
}
