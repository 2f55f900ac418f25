import type {
  AttestationBody,
  AttestationVerdict,
  CompiledPolicy,
  CompilePolicyRequest,
  ConfirmedPolicy,
  ConfirmPolicyRequest,
  Consumption,
  ConsumptionRequest,
  CreditsBalance,
  ExchangedKey,
  KeyDocument,
  OneCallRequest,
  OneCallResponse,
  Preflight,
  ReceiptBundle,
  ReceiptRecord,
  ReceiptStatusV1,
  Recipe,
  SandboxSession,
  SandboxSessionState,
  SupersededReceipt,
  SupersedeRequest,
  Usage,
} from '@outturn/contracts'
import { type CallOptions, type ClientOptions, createSend, type WriteOptions } from './send.ts'
import { type Page, pageQuery, type SpoolsClient, spoolsClient } from './spools.ts'

/** Body of a one-call verification; members with a default may be left out. */
export type VerifyDelivery = (typeof OneCallRequest)['_zod']['input']

/** One page of recipes. */
export type RecipeList = { data: Recipe[]; has_more: boolean; next_cursor: string | null }

export type Client = {
  /** Verifies delivered work against its conditions and returns the signed receipt. */
  verify(delivery: VerifyDelivery, options?: WriteOptions): Promise<OneCallResponse>
  /** What a verification would come to, and its price; nothing is stored, signed or charged. */
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
    /** Verifies the evidence as it is now, for the price of a run, and corrects this receipt by the one that comes of it. */
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
export function createClient(options: ClientOptions): Client {
  const send = createSend(options)
  const get = async <T>(path: string, call?: CallOptions, authenticated = true) =>
    (await send<T>({ method: 'GET', path, authenticated }, call)).body
  const post = async <T>(path: string, body: unknown, call?: WriteOptions, authenticated = true) =>
    (await send<T>({ method: 'POST', path, authenticated, ...(body !== undefined && { body }) }, call)).body

  return {
    verify: (delivery, call) => post('/api/v1/verify', delivery, namedBy(delivery, call)),
    preflight: (delivery, call) => post('/api/v1/verify?dry_run=true', delivery, namedBy(delivery, call)),
    spools: spoolsClient(send),
    policies: {
      compile: (request, call) => post('/api/v1/policy-compiler', request, call),
      confirm: (request, call) => post('/api/v1/policy-compiler/confirm', request, call),
    },
    recipes: {
      list: (page, call) => get(`/api/v1/recipes${pageQuery(page)}`, call),
      get: (recipeId, call) => get(`/api/v1/recipes/${encodeURIComponent(recipeId)}`, call),
    },
    receipts: {
      get: (receiptId, call) => get(receiptPath(receiptId), call),
      bundle: (receiptId, call) => get(`${receiptPath(receiptId)}/bundle`, call),
      status: (receiptId, call) => get(`${receiptPath(receiptId)}/status`, call, false),
      recordConsumption: (receiptId, use, call) => post(`${receiptPath(receiptId)}/consumptions`, use, call),
      supersede: (receiptId, correction, call) =>
        post(`${receiptPath(receiptId)}/supersede`, correction, call),
    },
    attestations: {
      verify: (attestation, call) => post('/api/v1/attestations/verify', attestation, call, false),
    },
    credits: { balance: (call) => get('/api/v1/credits/balance', call) },
    usage: {
      get: ({ periodDays } = {}, call) =>
        get(`/api/v1/usage${periodDays === undefined ? '' : `?period_days=${periodDays}`}`, call),
    },
    sandbox: {
      openSession: (call) => post('/api/sandbox/session', undefined, call, false),
      readSession: (call) => get('/api/sandbox/session', call),
    },
    keys: {
      exchange: (grantToken, call) => post('/api/v1/keys/exchange', { grant_token: grantToken }, call, false),
      read: ({ slug = 'outturn', ...call } = {}) =>
        get(`/.well-known/${encodeURIComponent(slug)}-keys.json`, call, false),
    },
  }
}

function receiptPath(receiptId: string): string {
  return `/api/v1/receipts/${encodeURIComponent(receiptId)}`
}

/** The body may name the call already; two different names are refused by the service. */
function namedBy(
  { idempotency_key: idempotencyKey }: VerifyDelivery,
  call: WriteOptions | undefined,
): WriteOptions | undefined {
  return idempotencyKey === undefined ? call : { ...call, idempotencyKey }
}
