import {
  compileSandboxSpool,
  confirmSandboxSpool,
  type Endpoint,
  type EndpointBody,
  type Preflight,
  buyPackByMpp,
  compilePolicy,
  confirmPolicy,
  exchangeKey,
  listRecipes,
  openDispute,
  openSandboxSession,
  readBalance,
  readDispute,
  readKeys,
  readReceipt,
  readReceiptBundle,
  readReceiptStatus,
  readRecipe,
  readSandboxSession,
  readUsage,
  recordConsumption,
  supersedeReceipt,
  verifyAttestation,
  verifyDelivery,
} from '@outturn/contracts'
import { createCall } from './call.ts'
import { type CallOptions, type ClientOptions, createSend, type WriteOptions } from './send.ts'
import { type Page, pageQuery, spoolsClient } from './spools.ts'

/** Body of a one-call verification; members with a default may be left out. */
export type VerifyDelivery = EndpointBody<typeof verifyDelivery.http>

/** A client of one service, as `createClient` makes it. */
export type Client = ReturnType<typeof createClient>

/**
 * A client of one service with one key. A call rejects with `OutturnError` when the service refuses and with
 * `OutturnUnreachable` when there is no answer before the deadline.
 */
export function createClient(service: ClientOptions) {
  const call = createCall(createSend(service))

  /** An operation that takes nothing but its body. */
  function sending<E extends Endpoint>(endpoint: E) {
    return (body: EndpointBody<E>, options?: WriteOptions) => call(endpoint, { body }, options)
  }

  /** An operation on one receipt. */
  function ofReceipt<E extends Endpoint>(endpoint: E) {
    return (receipt_id: string, options?: CallOptions) => call(endpoint, { params: { receipt_id } }, options)
  }

  /** An operation on one receipt that takes a body. */
  function ofReceiptWith<E extends Endpoint>(endpoint: E) {
    return (receipt_id: string, body: EndpointBody<E>, options?: WriteOptions) =>
      call(endpoint, { params: { receipt_id }, body }, options)
  }

  return {
    /** Verifies delivered work against its conditions and returns the signed receipt. */
    verify: (body: VerifyDelivery, options?: WriteOptions) =>
      call(verifyDelivery.http, { body }, namedBy(body, options)),
    /** The verdict and the price of a verification; nothing is stored, signed or charged. */
    async preflight(body: VerifyDelivery, options?: WriteOptions): Promise<Preflight> {
      const parts = { body, query: { dry_run: 'true' } }
      const preflight: unknown = await call(verifyDelivery.http, parts, namedBy(body, options))
      return preflight as Preflight
    },
    spools: spoolsClient(call),
    policies: {
      /** Reads conditions out of a text; they bind nothing. */
      compile: sending(compilePolicy.http),
      /** Chooses among the suggestions and answers the questions; the answer has conditions for `spools.create`. */
      confirm: sending(confirmPolicy.http),
    },
    recipes: {
      list: (page?: Page, options?: CallOptions) =>
        call(listRecipes.http, { query: pageQuery(page) }, options),
      /** The id of a recipe has its version: `lead-list@1`. */
      get: (id: string, options?: CallOptions) => call(readRecipe.http, { params: { id } }, options),
    },
    receipts: {
      get: ofReceipt(readReceipt.http),
      /** Everything needed to run the verification of the receipt again offline, with `outturn replay`. */
      bundle: ofReceipt(readReceiptBundle),
      /** Online status; needs no key. */
      status: ofReceipt(readReceiptStatus.http),
      /** Records a use before it has its effect; a settlement beyond what was earned is refused as `conflict`. */
      recordConsumption: ofReceiptWith(recordConsumption.http),
      /** Verifies the evidence as it is now, for the price of a run, and corrects this receipt by the new one. */
      supersede: ofReceiptWith(supersedeReceipt.http),
      /** Opens a dispute within the window that was agreed; where the agreement says so, nothing is settled meanwhile. */
      dispute: ofReceiptWith(openDispute.http),
    },
    disputes: {
      get: (dispute_id: string, options?: CallOptions) =>
        call(readDispute.http, { params: { dispute_id } }, options),
    },
    /** Asks the service; needs no key. Checking a receipt without the service is the receipt verifier's work. */
    attestations: { verify: sending(verifyAttestation.http) },
    credits: {
      balance: (options?: CallOptions) => call(readBalance.http, {}, options),
      /** Buys a pack; the `fetch` of the client must be one that pays by MPP, or this is refused as `payment_required_mpp`. */
      buyPack: sending(buyPackByMpp.http),
    },
    usage: {
      /** `periodDays` is 1 to 365; the service takes 30 when it is left out. */
      get: ({ periodDays }: { periodDays?: number } = {}, options?: CallOptions) =>
        call(readUsage.http, { query: { period_days: periodDays?.toString() } }, options),
    },
    sandbox: {
      /** Opens a demo session; a client made with its token as `apiKey` works on demo state only. Needs no key. */
      openSession: (options?: WriteOptions) => call(openSandboxSession, {}, options),
      readSession: (options?: CallOptions) => call(readSandboxSession, {}, options),
      /** Makes a demo Spool of a text; a draft with `questions` while the text leaves something open. */
      compile: sending(compileSandboxSpool),
      /** Records confirmations in a demo Spool and runs nothing. */
      confirm: (id: string, body: EndpointBody<typeof confirmSandboxSpool.http>, options?: WriteOptions) =>
        call(confirmSandboxSpool.http, { params: { id }, body }, options),
    },
    keys: {
      /** Exchanges a grant for its key, which is in this answer and nowhere else. Needs no key. */
      exchange: (grantToken: string, options?: WriteOptions) =>
        call(exchangeKey, { body: { grant_token: grantToken } }, options),
      /** The published trust anchors; pin them to check receipts offline. `slug` is the service's name. */
      read: ({ slug = 'outturn', ...options }: CallOptions & { slug?: string } = {}) =>
        call(readKeys(encodeURIComponent(slug)), {}, options),
    },
  }
}

/** The body may name the call already; two different names are refused by the service. */
function namedBy(
  { idempotency_key: idempotencyKey }: VerifyDelivery,
  call: WriteOptions | undefined,
): WriteOptions | undefined {
  return idempotencyKey === undefined ? call : { ...call, idempotencyKey }
}
