import type {
  AttestationBody,
  AttestationVerdict,
  CreditsBalance,
  KeyDocument,
  OneCallRequest,
  OneCallResponse,
  ReceiptBundle,
  ReceiptRecord,
  ReceiptStatusV1,
  SandboxSession,
  SandboxSessionState,
  SpoolEventView,
  SpoolView,
  Usage,
} from '@outturn/contracts'
import { type CallOptions, type ClientOptions, createSend, type WriteOptions } from './send.ts'

/** Body of a one-call verification; members with a default may be left out. */
export type VerifyDelivery = (typeof OneCallRequest)['_zod']['input']

export type Client = {
  /** Verifies delivered work against its conditions and returns the signed receipt. */
  verify(delivery: VerifyDelivery, options?: WriteOptions): Promise<OneCallResponse>
  readonly spools: {
    get(spoolId: string, options?: CallOptions): Promise<SpoolView>
    /** The history in recorded order. */
    events(spoolId: string, options?: CallOptions): Promise<SpoolEventView[]>
  }
  readonly receipts: {
    get(receiptId: string, options?: CallOptions): Promise<ReceiptRecord>
    /** Everything needed to run the verification of the receipt again offline, with `outturn replay`. */
    bundle(receiptId: string, options?: CallOptions): Promise<ReceiptBundle>
    /** Online status; needs no key. */
    status(receiptId: string, options?: CallOptions): Promise<ReceiptStatusV1>
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
  const get = <T>(path: string, call?: CallOptions, authenticated = true) =>
    send<T>({ method: 'GET', path, authenticated }, call)

  return {
    verify: (delivery, call) =>
      send(
        { method: 'POST', path: '/api/v1/verify', body: delivery },
        // The body may name the call already; two different names are refused by the service.
        delivery.idempotency_key === undefined ? call : { ...call, idempotencyKey: delivery.idempotency_key },
      ),
    spools: {
      get: (spoolId, call) => get(`/api/v1/spools/${encodeURIComponent(spoolId)}`, call),
      events: (spoolId, call) => get(`/api/v1/spools/${encodeURIComponent(spoolId)}/events`, call),
    },
    receipts: {
      get: (receiptId, call) => get(`/api/v1/receipts/${encodeURIComponent(receiptId)}`, call),
      bundle: (receiptId, call) => get(`/api/v1/receipts/${encodeURIComponent(receiptId)}/bundle`, call),
      status: (receiptId, call) =>
        get(`/api/v1/receipts/${encodeURIComponent(receiptId)}/status`, call, false),
    },
    attestations: {
      verify: (attestation, call) =>
        send(
          { method: 'POST', path: '/api/v1/attestations/verify', body: attestation, authenticated: false },
          call,
        ),
    },
    credits: { balance: (call) => get('/api/v1/credits/balance', call) },
    usage: {
      get: ({ periodDays } = {}, call) =>
        get(`/api/v1/usage${periodDays === undefined ? '' : `?period_days=${periodDays}`}`, call),
    },
    sandbox: {
      openSession: (call) =>
        send({ method: 'POST', path: '/api/sandbox/session', authenticated: false }, call),
      readSession: (call) => get('/api/sandbox/session', call),
    },
    keys: {
      read: ({ slug = 'outturn', ...call } = {}) =>
        get(`/.well-known/${encodeURIComponent(slug)}-keys.json`, call, false),
    },
  }
}
