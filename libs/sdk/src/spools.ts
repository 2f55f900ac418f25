import type {
  AcceptRequest,
  AmendRequest,
  CommitRequest,
  CreatedSpool,
  CreateSpoolRequest,
  EvidenceRequest,
  ExternalResultRequest,
  Invitation,
  OnboardProviderRequest,
  Quote,
  SharedSpool,
  SpoolEventView,
  SpoolList,
  SpoolView,
  VerifiedSpool,
  VerifySpoolRequest,
} from '@outturn/contracts'
import type { CallOptions, Send, WriteOptions } from './send.ts'

/** Body of a new Spool; members with a default may be left out. */
export type CreateSpool = (typeof CreateSpoolRequest)['_zod']['input']
/** Body of an evidence item; members with a default may be left out. */
export type SubmitEvidence = (typeof EvidenceRequest)['_zod']['input']

export type ActOptions = WriteOptions & {
  /** ETag of the Spool as last seen: when it has changed since, the call ends with `store_conflict` and does nothing. */
  ifMatch?: string
}

/** A Spool with the tag of this state of it. */
export type TaggedSpool = { spool: SpoolView; etag: string }
/** `limit` is 1 to 100, 20 when left out; `after` is the `next_cursor` of the page before. */
export type Page = { limit?: number; after?: string }

export type SpoolsClient = {
  create(spool: CreateSpool, options?: WriteOptions): Promise<CreatedSpool>
  /** One page of the Spools that the account is a party of, newest first. */
  list(page?: Page, options?: CallOptions): Promise<SpoolList>
  get(spoolId: string, options?: CallOptions): Promise<SpoolView>
  /** The Spool with its tag; null when it is still as `ifNoneMatch` names it, which makes polling cheap. */
  read(spoolId: string, options?: CallOptions & { ifNoneMatch?: string }): Promise<TaggedSpool | null>
  /** What a share link shows; needs no key and sends none. */
  shared(shareId: string, options?: CallOptions): Promise<SharedSpool>
  /** The history in recorded order. */
  events(spoolId: string, options?: CallOptions): Promise<SpoolEventView[]>
  /** A grant for the counterparty, who exchanges it with `keys.exchange` within 15 minutes. */
  invite(spoolId: string, options?: WriteOptions): Promise<Invitation>
  /** A binding quote of an agent Spool: a fresh one, or the current one while it holds. */
  quote(spoolId: string, options?: ActOptions): Promise<Quote>
  readQuote(spoolId: string, options?: CallOptions): Promise<Quote>
  propose(spoolId: string, options?: ActOptions): Promise<SpoolView>
  /** On an agent Spool `quote_digest` is that of the current quote. */
  accept(spoolId: string, request?: AcceptRequest, options?: ActOptions): Promise<SpoolView>
  decline(spoolId: string, options?: ActOptions): Promise<SpoolView>
  cancel(spoolId: string, options?: ActOptions): Promise<SpoolView>
  abandon(spoolId: string, options?: ActOptions): Promise<SpoolView>
  /** With `dryRun` it answers with the Spool as it would be, and stores nothing. */
  amend(
    spoolId: string,
    request: AmendRequest,
    options?: ActOptions & { dryRun?: boolean },
  ): Promise<SpoolView>
  commit(spoolId: string, request?: CommitRequest, options?: ActOptions): Promise<SpoolView>
  submitEvidence(spoolId: string, evidence: SubmitEvidence, options?: ActOptions): Promise<SpoolView>
  /** Records the confirmations that come along and verifies; `receipt` is null while confirmations are missing. */
  verify(spoolId: string, request?: VerifySpoolRequest, options?: ActOptions): Promise<VerifiedSpool>
  recordExternalResult(
    spoolId: string,
    result: ExternalResultRequest,
    options?: ActOptions,
  ): Promise<SpoolView>
  onboardProvider(spoolId: string, request: OnboardProviderRequest, options?: ActOptions): Promise<SpoolView>
  /** Reads a completed Spool; changes nothing. */
  complete(spoolId: string, options?: ActOptions): Promise<SpoolView>
}

export function spoolsClient(send: Send): SpoolsClient {
  const get = async <T>(path: string, call?: CallOptions) =>
    (await send<T>({ method: 'GET', path }, call)).body

  async function act<T = SpoolView>(
    spoolId: string,
    action: string,
    { ifMatch, ...options }: ActOptions = {},
    body?: unknown,
  ): Promise<T> {
    const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch }
    const call = { method: 'POST', path: `${pathOf(spoolId)}/${action}`, headers } as const
    return (await send<T>(body === undefined ? call : { ...call, body }, options)).body
  }

  return {
    create: async (body, options) =>
      (await send<CreatedSpool>({ method: 'POST', path: root, body }, options)).body,
    list: (page, options) => get(`${root}${pageQuery(page)}`, options),
    get: (spoolId, options) => get(pathOf(spoolId), options),
    async read(spoolId, { ifNoneMatch, ...options } = {}) {
      const headers = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }
      const call = { method: 'GET', path: pathOf(spoolId), headers } as const
      const { status, body, etag } = await send<SpoolView>(call, options)
      return status === 304 ? null : { spool: body, etag: etag ?? '' }
    },
    shared: async (shareId, options) =>
      (await send<SharedSpool>({ method: 'GET', path: pathOf(shareId), authenticated: false }, options)).body,
    events: (spoolId, options) => get(`${pathOf(spoolId)}/events`, options),
    invite: (spoolId, options) => act(spoolId, 'invite', options),
    quote: (spoolId, options) => act(spoolId, 'quote', options),
    readQuote: (spoolId, options) => get(`${pathOf(spoolId)}/quote`, options),
    propose: (spoolId, options) => act(spoolId, 'propose', options),
    accept: (spoolId, request, options) => act(spoolId, 'accept', options, request),
    decline: (spoolId, options) => act(spoolId, 'decline', options),
    cancel: (spoolId, options) => act(spoolId, 'cancel', options),
    abandon: (spoolId, options) => act(spoolId, 'abandon', options),
    amend: (spoolId, request, { dryRun = false, ...options } = {}) =>
      act(spoolId, dryRun ? 'amend?dry_run=true' : 'amend', options, request),
    commit: (spoolId, request, options) => act(spoolId, 'commit', options, request),
    submitEvidence: (spoolId, evidence, options) => act(spoolId, 'evidence', options, evidence),
    verify: (spoolId, request, options) => act(spoolId, 'verify', options, request),
    recordExternalResult: (spoolId, result, options) => act(spoolId, 'external-result', options, result),
    onboardProvider: (spoolId, request, options) => act(spoolId, 'onboard-provider', options, request),
    complete: (spoolId, options) => act(spoolId, 'complete', options),
  }
}

const root = '/api/v1/spools'

function pathOf(spoolId: string): string {
  return `${root}/${encodeURIComponent(spoolId)}`
}

/** The query of a page, with its question mark where there is any. */
export function pageQuery({ limit, after }: Page = {}): string {
  const query = new URLSearchParams()
  if (limit !== undefined) query.set('limit', String(limit))
  if (after !== undefined) query.set('after', after)
  return query.size === 0 ? '' : `?${query}`
}
