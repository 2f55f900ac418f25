import {
  type AcceptRequest,
  type AmendRequest,
  type CommitRequest,
  type CreatedSpool,
  type ExternalResultRequest,
  type Invitation,
  type OnboardProviderRequest,
  type Quote,
  type SharedSpool,
  type SpoolEventView,
  type SpoolList,
  type SpoolView,
  type VerifiedSpool,
  type VerifySpoolRequest,
  type Endpoint,
  type EndpointBody,
  createSpool,
  listSpools,
  readSpool,
  listSpoolEvents,
  inviteCounterparty,
  quoteSpool,
  readQuote,
  proposeSpool,
  acceptSpool,
  declineSpool,
  cancelSpool,
  abandonSpool,
  amendSpool,
  commitSpool,
  submitEvidence,
  verifySpool,
  recordExternalResult,
  onboardProvider,
  completeSpool,
} from '@outturn/contracts'
import type { CallEndpoint, CallParts } from './call.ts'
import type { CallOptions, WriteOptions } from './send.ts'

/** Body of a new Spool; members with a default may be left out. */
export type CreateSpool = EndpointBody<typeof createSpool.http>
/** Body of an evidence item; members with a default may be left out. */
export type SubmitEvidence = EndpointBody<typeof submitEvidence.http>

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

export function spoolsClient(call: CallEndpoint): SpoolsClient {
  const ofSpool = (id: string) => ({ params: { id } })

  function act<E extends Endpoint>(
    endpoint: E,
    spoolId: string,
    { ifMatch, ...options }: ActOptions = {},
    parts: CallParts<E> = {},
  ) {
    const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch }
    return call(endpoint, { ...ofSpool(spoolId), headers, ...parts }, options)
  }

  return {
    create: (body, options) => call(createSpool.http, { body }, options),
    list: (page, options) => call(listSpools.http, { query: pageQuery(page) }, options),
    get: (spoolId, options) => call(readSpool.http, ofSpool(spoolId), options) as Promise<SpoolView>,
    async read(spoolId, { ifNoneMatch, ...options } = {}) {
      const headers = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }
      const { status, body, etag } = await call.received(
        readSpool.http,
        { ...ofSpool(spoolId), headers },
        options,
      )
      return status === 304 ? null : { spool: body as SpoolView, etag: etag ?? '' }
    },
    shared: (shareId, options) =>
      call(readSpool.http, { ...ofSpool(shareId), authenticated: false }, options) as Promise<SharedSpool>,
    events: (spoolId, options) => call(listSpoolEvents.http, ofSpool(spoolId), options),
    invite: (spoolId, options) => act(inviteCounterparty.http, spoolId, options),
    quote: (spoolId, options) => act(quoteSpool.http, spoolId, options),
    readQuote: (spoolId, options) => call(readQuote.http, ofSpool(spoolId), options),
    propose: (spoolId, options) => act(proposeSpool.http, spoolId, options),
    accept: (spoolId, body, options) => act(acceptSpool.http, spoolId, options, { body }),
    decline: (spoolId, options) => act(declineSpool.http, spoolId, options),
    cancel: (spoolId, options) => act(cancelSpool.http, spoolId, options),
    abandon: (spoolId, options) => act(abandonSpool.http, spoolId, options),
    amend: (spoolId, body, { dryRun = false, ...options } = {}) =>
      act(amendSpool.http, spoolId, options, { body, query: { dry_run: dryRun ? 'true' : undefined } }),
    commit: (spoolId, body, options) => act(commitSpool.http, spoolId, options, { body }),
    submitEvidence: (spoolId, body, options) => act(submitEvidence.http, spoolId, options, { body }),
    verify: (spoolId, body, options) => act(verifySpool.http, spoolId, options, { body }),
    recordExternalResult: (spoolId, body, options) =>
      act(recordExternalResult.http, spoolId, options, { body }),
    onboardProvider: (spoolId, body, options) => act(onboardProvider.http, spoolId, options, { body }),
    complete: (spoolId, options) => act(completeSpool.http, spoolId, options),
  }
}

/** The query of a page. */
export function pageQuery({ limit, after }: Page = {}): Record<string, string | undefined> {
  return { limit: limit?.toString(), after }
}
