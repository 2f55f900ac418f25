import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type buyVerification,
  type CommandOutput,
  type OneCallRequest,
  type Principal,
  Refusal,
} from '@outturn/contracts'
import {
  type LocalChain,
  type LocalFacilitator,
  localAccounts,
  type Payer,
  payerOf,
  startFacilitator,
  startLocalChain,
} from '@outturn/local-servers/payments'
import { derivedId } from '@outturn/service'
import { hash } from 'node:crypto'
import { afterAll } from 'vitest'
import type { Buyer, Deliveries } from '../adapters/spool.ts'
import { x402Lane, type X402Parts, type X402Settings } from '../adapters/x402-lane.ts'
import type { BillingDeps } from '../deps.ts'
import type { PaymentLane } from '../domain/payments/lane.ts'
import { handleBuyVerification } from '../handlers/buy-verification.ts'
import { handleReserveRun } from '../handlers/reserve-run.ts'
import { send } from './open-billing.ts'
import { type TestSigner, testSigner } from './statements.ts'

const repository = join(import.meta.dirname, '../../../..')
/** One key for all lanes of a file, as all instances of a deployment have it. */
export const signer: TestSigner = testSigner()
const quiet = { info: () => undefined, error: () => undefined }

export type PaymentRig = {
  readonly chain: LocalChain
  readonly facilitator: LocalFacilitator
  readonly settings: X402Settings
  /** A wallet with so many micros. */
  payer(micros?: bigint): Promise<Payer>
  /** What the payee has been paid by a wallet, in micros. */
  paidBy(payer: Payer): Promise<bigint>
}

/** A chain, a facilitator and wallets of one test file; they end with it. */
export async function paymentRig(): Promise<PaymentRig> {
  const folder = mkdtempSync(join(tmpdir(), 'outturn-chain-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const chain = await startLocalChain({
    folder: join(repository, '.outturn/payments'),
    logFile: join(folder, 'chain.log'),
  })
  afterAll(() => chain.stop())
  const facilitator = await startFacilitator(chain)
  afterAll(() => facilitator.stop())
  const given = new Map<Payer, bigint>()
  return {
    chain,
    facilitator,
    settings: {
      network: 'eip155:8453',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      tokenName: 'USD Coin',
      tokenVersion: '2',
      payTo: localAccounts.payee.address,
      facilitatorUrl: facilitator.url,
      facilitatorToken: null,
      // As long as a machine that is full may take to answer.
      facilitatorTimeoutMs: 15_000,
      rpcUrl: chain.rpcUrl,
      publicUrl: 'https://outturn.example',
      requiresIdentifier: false,
    },
    async payer(micros = 1_000_000n) {
      const payer = payerOf()
      await chain.fund(payer.account.address, micros)
      given.set(payer, micros)
      return payer
    },
    paidBy: async (payer) => (given.get(payer) ?? 0n) - (await chain.balanceOf(payer.account.address)),
  }
}

/** What a lane answers without asking anyone. */
export const toldAtOnce = [
  'state',
  'requiresIdentifier',
  'read',
  'changedExtension',
  'accept',
  'response',
  'refusal',
] as const

/** A lane on the rig that takes payments. */
export async function openLane(settings: X402Settings, parts: Partial<X402Parts> = {}): Promise<PaymentLane> {
  const lane = x402Lane(settings, {
    log: quiet,
    clock: { now: () => new Date() },
    sign: signer.sign,
    ...parts,
  })
  await lane.check()
  return lane
}

/** A Spool service that keeps what it did over the ends of other processes: one answer for each payment. */
export class KeptDeliveries implements Deliveries {
  /** The run of each payment that was worked for, and its answer. */
  readonly answers = new Map<string, string>()
  /** For whom each verification was asked, the last one last. */
  readonly buyers: Buyer[] = []
  /** Whether the runs of answers are charged; false as where the service could not look. */
  isCharged = true
  /** Makes verifications fail in this way. */
  refuse: Refusal | null = null
  /** What happens once, while the next verification is under way. */
  meanwhile: (() => Promise<unknown>) | null = null
  readonly #deps: () => BillingDeps

  constructor(deps: () => BillingDeps) {
    this.#deps = deps
  }

  async appraise({ conditions = [] }: OneCallRequest): Promise<{ freeTextCompiles: number }> {
    return { freeTextCompiles: conditions.filter((condition) => typeof condition === 'string').length }
  }

  async verify(
    { request, paymentId, bodyDigest }: Parameters<Deliveries['verify']>[0],
    wallet: Parameters<Deliveries['verify']>[1],
  ): Promise<string> {
    this.buyers.push(wallet)
    const known = this.answers.get(paymentId)
    if (known !== undefined) return known
    const runId = derivedId('run', paymentId)
    const { freeTextCompiles } = await this.appraise(request)
    const { accountId } = wallet
    const now = new Date()
    await send(
      handleReserveRun(this.#deps()),
      { runId, accountId, freeTextCompiles, paymentId, keyId: null, useCase: 'dataset' },
      { now },
    )
    if (this.refuse !== null) throw this.refuse
    const { meanwhile } = this
    this.meanwhile = null
    await meanwhile?.()
    const answer = JSON.stringify({
      verification_run_id: runId,
      earned_cents: 100,
      body: bodyDigest,
      ...(!this.isCharged && { charged: false }),
    })
    // As the Spool service does by its command log: the first answer stays.
    this.answers.set(paymentId, this.answers.get(paymentId) ?? answer)
    return this.answers.get(paymentId) ?? answer
  }
}

export type BuyCall = {
  request: OneCallRequest
  payment?: string | null
  principal?: Principal
  idempotencyKey?: string | null
}

/** A request that differs from others by its name. */
export function deliveryRequest(name: string, texts: string[] = []): OneCallRequest {
  const check = { checker: 'completeness' as const, required_fields: ['email'] }
  return {
    conditions: [{ description: `Every row of ${name} has email.`, deterministic_check: check }, ...texts],
    max_amount_cents: 100,
    evidence: { type: 'dataset', rows: [{ email: 'a@example.com' }] },
  }
}

/** Sends a call as the gateway does; `waitMs` is how long its caller waits. */
export async function buyOnce(
  deps: BillingDeps,
  { request, payment = null, principal = { kind: 'public' }, idempotencyKey = null }: BuyCall,
  waitMs = 45_000,
): Promise<CommandOutput<typeof buyVerification>> {
  const now = deps.clock.now()
  const bodyDigest = hash('sha256', JSON.stringify(request))
  const context = { principal, now, deadline: now.getTime() + waitMs }
  return send(handleBuyVerification(deps), { request, bodyDigest, payment, idempotencyKey }, context)
}

/** The same, and what is the same for every repetition of its answer. */
export async function buy(
  ...call: Parameters<typeof buyOnce>
): Promise<{ body: string; paymentResponse: string }> {
  const { body, paymentResponse } = await buyOnce(...call)
  return { body, paymentResponse }
}

/** The challenge of a call that was not paid for. */
export async function challengeOf(deps: BillingDeps, call: BuyCall): Promise<string> {
  const refusal = await refusalOf(buy(deps, call))
  return refusal.options.headers?.['payment-required'] ?? ''
}

/** The refusal that a call ends with; anything else fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    (value) => new Error(`was not refused: ${JSON.stringify(value).slice(0, 200)}`),
    (thrown: unknown) => thrown,
  )
  if (error instanceof Refusal) return error
  throw error
}
