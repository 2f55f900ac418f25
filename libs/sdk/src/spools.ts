import {
  type ConfirmationInput,
  type Endpoint,
  type EndpointBody,
  type SharedSpool,
  type SpoolEventView,
  type SpoolView,
  type VerificationPreview,
  createSpool,
  listSpools,
  readSpool,
  listSpoolEvents,
  inviteCounterparty,
  quoteSpool,
  readEvidence,
  readQuote,
  proposeSpool,
  acceptSpool,
  declineSpool,
  cancelSpool,
  abandonSpool,
  amendSpool,
  commitSpool,
  submitEvidence,
  readSettlementGrant,
  readSettlementGrantTemplate,
  submitSettlementGrant,
  submitSettlementSignatures,
  verifySpool,
  recordExternalResult,
  onboardProvider,
  completeSpool,
} from '@outturn/contracts'
import type { CallEndpoint, CallParts } from './call.ts'
import type { CallOptions, WriteOptions } from './send.ts'

/** Body of a new Spool; members with a default may be left out. */
export type CreateSpool = EndpointBody<typeof createSpool.http>

export type ActOptions = WriteOptions & {
  /** ETag of the Spool as last seen: when it has changed since, the call ends with `store_conflict` and does nothing. */
  ifMatch?: string
}

/** A Spool with the tag of this state of it. */
export type TaggedSpool = { spool: SpoolView; etag: string }
/** What an acceptance needs of a Spool, however it was read. */
export type AcceptableSpool = Pick<SpoolView, 'id'> & {
  agreement: Pick<SpoolView['agreement'], 'agreement_hash'>
}
/** What a confirmation needs of a Spool, however it was read. */
export type ConfirmableSpool = Pick<SpoolView, 'id' | 'conditions'>
/** What a party says of one condition; `buyer_confirm` is the method of a condition that names none. */
export type SpokenConfirmation = Pick<ConfirmationInput, 'condition_id' | 'outcome'> &
  Partial<Pick<ConfirmationInput, 'method' | 'detail'>>
/** `limit` is 1 to 100, 20 when left out; `after` is the `next_cursor` of the page before. */
export type Page = { limit?: number; after?: string }

export type SpoolsClient = ReturnType<typeof spoolsClient>

export function spoolsClient(call: CallEndpoint) {
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

  /** An action that takes nothing but its Spool. */
  function action<E extends Endpoint>({ http }: { http: E }) {
    return (spoolId: string, options?: ActOptions) => act(http, spoolId, options)
  }

  /** An action with a body. */
  function actionWith<E extends Endpoint>({ http }: { http: E }) {
    return (spoolId: string, body: EndpointBody<E>, options?: ActOptions) =>
      act(http, spoolId, options, { body })
  }

  /** An action whose body may be left out. */
  function actionWithOptional<E extends Endpoint>({ http }: { http: E }) {
    return (spoolId: string, body?: EndpointBody<E>, options?: ActOptions) =>
      act(http, spoolId, options, { body })
  }

  return {
    create: (body: CreateSpool, options?: WriteOptions) => call(createSpool.http, { body }, options),
    /** One page of the Spools that the account is a party of, newest first. */
    list: (page?: Page, options?: CallOptions) => call(listSpools.http, { query: pageQuery(page) }, options),
    get: (spoolId: string, options?: CallOptions) =>
      call(readSpool.http, ofSpool(spoolId), options) as Promise<SpoolView>,
    /** The Spool with its tag; null when it is still as `ifNoneMatch` names it, which makes polling cheap. */
    async read(
      spoolId: string,
      { ifNoneMatch, ...options }: CallOptions & { ifNoneMatch?: string } = {},
    ): Promise<TaggedSpool | null> {
      const headers = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }
      const parts = { ...ofSpool(spoolId), headers }
      const { status, body, etag } = await call.received(readSpool.http, parts, options)
      return status === 304 ? null : { spool: body as SpoolView, etag: etag ?? '' }
    },
    /** What a share link shows; needs no key and sends none. */
    shared: (shareId: string, options?: CallOptions) =>
      call(readSpool.http, { ...ofSpool(shareId), authenticated: false }, options) as Promise<SharedSpool>,
    /** The whole history in recorded order, read page by page. */
    async events(spoolId: string, options?: CallOptions): Promise<SpoolEventView[]> {
      const pageAfter = (last: SpoolEventView | undefined) =>
        call.received(
          listSpoolEvents.http,
          { ...ofSpool(spoolId), query: { after: last === undefined ? undefined : String(last.seq) } },
          options,
        )
      let page = await pageAfter(undefined)
      const events = page.body
      while (page.hasNext) {
        page = await pageAfter(events.at(-1))
        events.push(...page.body)
      }
      return events
    },
    /** A grant for the counterparty, who exchanges it with `keys.exchange` within 15 minutes. */
    invite: action(inviteCounterparty),
    /** A binding quote of an agent Spool: a fresh one, or the current one while it holds. */
    quote: action(quoteSpool),
    readQuote: (spoolId: string, options?: CallOptions) => call(readQuote.http, ofSpool(spoolId), options),
    propose: action(proposeSpool),
    /**
     * Accepts exactly the terms of the Spool as it was read: when they were amended since, it ends with `invalid_state` and
     * the reason `terms_changed`. On an agent Spool `quote_digest` is that of the current quote.
     */
    accept: (
      { id, agreement }: AcceptableSpool,
      { quote_digest }: { quote_digest?: string } = {},
      options?: ActOptions,
    ) =>
      act(acceptSpool.http, id, options, {
        body: {
          agreement_hash: agreement.agreement_hash,
          ...(quote_digest !== undefined && { quote_digest }),
        },
      }),
    decline: action(declineSpool),
    cancel: action(cancelSpool),
    abandon: action(abandonSpool),
    /** With `dryRun` it answers with the Spool as it would be, and stores nothing. */
    amend: (
      spoolId: string,
      body: EndpointBody<typeof amendSpool.http>,
      { dryRun = false, ...options }: ActOptions & { dryRun?: boolean } = {},
    ) => act(amendSpool.http, spoolId, options, { body, query: { dry_run: dryRun ? 'true' : undefined } }),
    commit: actionWithOptional(commitSpool),
    /** The signatures of all of `next_step.required_legs`; sent again, they change nothing. */
    signSettlement: actionWith(submitSettlementSignatures),
    /** What the buyer grants so that its wallet settles without a further signature. */
    grantTemplate: (spoolId: string, options?: CallOptions) =>
      call(readSettlementGrantTemplate.http, ofSpool(spoolId), options),
    /** The permission of the template as it is, with its signature or the transaction that approved it. */
    grantSettlement: actionWith(submitSettlementGrant),
    /** What was granted, and how the account revokes it by itself. */
    settlementGrant: (spoolId: string, options?: CallOptions) =>
      call(readSettlementGrant.http, ofSpool(spoolId), options),
    submitEvidence: actionWith(submitEvidence),
    /** One item, whichever party submitted it; `content.url` is where its content is downloaded. */
    evidence: (spoolId: string, evidenceId: string, options?: CallOptions) =>
      call(readEvidence.http, { params: { id: spoolId, evidence_id: evidenceId } }, options),
    /**
     * Confirms a condition that people decide, for the evidence of the Spool as it was read: when that has changed since, it ends with
     * `conflict` and the reason `evidence_changed`.
     */
    confirm: (
      { id, conditions }: ConfirmableSpool,
      { condition_id, outcome, method = 'buyer_confirm', detail }: SpokenConfirmation,
      options?: ActOptions,
    ) => {
      const shown = conditions.find((condition) => condition.id === condition_id)?.confirmation
      const metadata = {
        method,
        outcome,
        evidence_refs: shown?.evidence_ids ?? [],
        ...(typeof shown?.evidence_digest === 'string' && { evidence_digest: shown.evidence_digest }),
        ...(detail !== undefined && { detail }),
      }
      const body = { condition_id, type: 'confirmation' as const, source: `confirmation:${method}`, metadata }
      return act(submitEvidence.http, id, options, { body })
    },
    /**
     * Records the confirmations that come along and verifies; `receipt` is null while confirmations are missing. With nothing new to
     * judge it answers the last result again, with `unchanged: true`, and nothing is charged.
     */
    verify: actionWithOptional(verifySpool),
    /** What verifying now would come to and cost, also with evidence that is not submitted yet; nothing is kept or charged. */
    async previewVerification(
      spoolId: string,
      body: EndpointBody<typeof verifySpool.http> = {},
      options?: CallOptions,
    ): Promise<VerificationPreview> {
      const parts = { ...ofSpool(spoolId), body, query: { dry_run: 'true' } }
      const preview: unknown = await call(verifySpool.http, parts, options)
      return preview as VerificationPreview
    },
    recordExternalResult: actionWith(recordExternalResult),
    onboardProvider: actionWith(onboardProvider),
    /** Reads a completed Spool; changes nothing. */
    complete: action(completeSpool),
  }
}

/** The query of a page. */
export function pageQuery({ limit, after }: Page = {}): Record<string, string | undefined> {
  return { limit: limit?.toString(), after }
}
