import {
  type AttestationBody,
  type AttestationVerdict,
  type CompiledPolicy,
  type CompilePolicyRequest,
  type ConfirmedPolicy,
  type ConfirmPolicyRequest,
  type Consumption,
  type ConsumptionRequest,
  type CreditsBalance,
  type ExchangedKey,
  type KeyDocument,
  type OneCallResponse,
  type Preflight,
  type ReceiptBundle,
  type ReceiptRecord,
  type ReceiptStatusV1,
  type Recipe,
  type SandboxSession,
  type SandboxSessionState,
  type SupersededReceipt,
  type SupersedeRequest,
  type Usage,
  compilePolicy,
  confirmPolicy,
  exchangeKey,
  listRecipes,
  openSandboxSession,
  readBalance,
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
  type EndpointBody,
} from '@outturn/contracts'
import { createCall } from './call.ts'
import { type CallOptions, type ClientOptions, createSend, type WriteOptions } from './send.ts'
import { type Page, pageQuery, type SpoolsClient, spoolsClient } from './spools.ts'

/** Body of a one-call verification; members with a default may be left out. */
export type VerifyDelivery = EndpointBody<typeof verifyDelivery.http>

/** One page of recipes. */
export type RecipeList = { data: Recipe[]; has_more: boolean; next_cursor: string | null }

export type Client = {
  /** Verifies delivered work against its conditions and returns the signed receipt. */
  verify(delivery: VerifyDelivery, options?: WriteOptions): Promise<OneCallResponse>
  /** The verdict and the price of a verification; nothing is stored, signed or charged. */
  preflight(delivery: VerifyDelivery, options?: WriteOptions): Promise<Preflight>
  readonly spools: SpoolsClient
  readonly policies: {
    /** Reads conditions out of a text; they bind nothing. */
    compile(request: CompilePolicyRequest, options?: WriteOptions): Promise<CompiledPolicy>
    /** Chooses among the suggestions and answers the questions; the answer has conditions for `spools.create`. */
    confirm(request: ConfirmPolicyRequest, options?: WriteOptions): Promise<ConfirmedPolicy>
  }
  readonly recipes: {
    list(page?: Page, options?: CallOptions): Promise<RecipeList>
    /** `recipeId` has its version: `lead-list@1`. */
    get(recipeId: string, options?: CallOptions): Promise<Recipe>
  }
  readonly receipts: {
    get(receiptId: string, options?: CallOptions): Promise<ReceiptRecord>
    /** Everything needed to run the verification of the receipt again offline, with `outturn replay`. */
    bundle(receiptId: string, options?: CallOptions): Promise<ReceiptBundle>
    /** Online status; needs no key. */
    status(receiptId: string, options?: CallOptions): Promise<ReceiptStatusV1>
    /** Records a use before it has its effect; a settlement beyond what was earned is refused as `conflict`. */
    recordConsumption(
      receiptId: string,
      use: ConsumptionRequest,
      options?: WriteOptions,
    ): Promise<Consumption>
    /** Verifies the evidence as it is now, for the price of a run, and corrects this receipt by the new one. */
    supersede(
      receiptId: string,
      correction: SupersedeRequest,
      options?: WriteOptions,
    ): Promise<SupersededReceipt>
  }
  readonly attestations: {
    /** Asks the service; needs no key. Checking a receipt without the service is the receipt verifier's work. */
    verify(attestation: AttestationBody, options?: CallOptions): Promise<AttestationVerdict>
  }
  readonly credits: { balance(options?: CallOptions): Promise<CreditsBalance> }
  readonly usage: {
    /** `periodDays` is 1 to 365; the service takes 30 when it is left out. */
    get(query?: { periodDays?: number }, options?: CallOptions): Promise<Usage>
  }
  readonly sandbox: {
    /** Opens a demo session; a client made with its token as `apiKey` works on demo state only. Needs no key. */
    openSession(options?: WriteOptions): Promise<SandboxSession>
    readSession(options?: CallOptions): Promise<SandboxSessionState>
  }
  readonly keys: {
    /** Exchanges a grant for its key, which is in this answer and nowhere else. Needs no key. */
    exchange(grantToken: string, options?: WriteOptions): Promise<ExchangedKey>
    /** The published trust anchors; pin them to check receipts offline. `slug` is the service's name. */
    read(options?: CallOptions & { slug?: string }): Promise<KeyDocument>
  }
}

/**
 * A client of one service with one key. A call rejects with `OutturnError` when the service refuses and with
 * `OutturnUnreachable` when there is no answer before the deadline.
 */
export function createClient(service: ClientOptions): Client {
  const call = createCall(createSend(service))
  const ofReceipt = (receiptId: string) => ({ params: { receipt_id: receiptId } })

  return {
    verify: (body, options) => call(verifyDelivery.http, { body }, namedBy(body, options)),
    async preflight(body, options) {
      const parts = { body, query: { dry_run: 'true' } }
      const preflight: unknown = await call(verifyDelivery.http, parts, namedBy(body, options))
      return preflight as Preflight
    },
    spools: spoolsClient(call),
    policies: {
      compile: (body, options) => call(compilePolicy.http, { body }, options),
      confirm: (body, options) => call(confirmPolicy.http, { body }, options),
    },
    recipes: {
      list: (page, options) => call(listRecipes.http, { query: pageQuery(page) }, options),
      get: (id, options) => call(readRecipe.http, { params: { id } }, options),
    },
    receipts: {
      get: (receiptId, options) => call(readReceipt.http, ofReceipt(receiptId), options),
      bundle: (receiptId, options) => call(readReceiptBundle, ofReceipt(receiptId), options),
      status: (receiptId, options) => call(readReceiptStatus.http, ofReceipt(receiptId), options),
      recordConsumption: (receiptId, body, options) =>
        call(recordConsumption.http, { ...ofReceipt(receiptId), body }, options),
      supersede: (receiptId, body, options) =>
        call(supersedeReceipt.http, { ...ofReceipt(receiptId), body }, options),
    },
    attestations: { verify: (body, options) => call(verifyAttestation.http, { body }, options) },
    credits: { balance: (options) => call(readBalance.http, {}, options) },
    usage: {
      get: ({ periodDays } = {}, options) =>
        call(readUsage.http, { query: { period_days: periodDays?.toString() } }, options),
    },
    sandbox: {
      openSession: (options) => call(openSandboxSession, {}, options),
      readSession: (options) => call(readSandboxSession, {}, options),
    },
    keys: {
      exchange: (grantToken, options) => call(exchangeKey, { body: { grant_token: grantToken } }, options),
      read: ({ slug = 'outturn', ...options } = {}) => call(readKeys(encodeURIComponent(slug)), {}, options),
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
