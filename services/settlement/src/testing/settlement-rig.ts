import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RequiredLeg, SettlementSummary } from '@outturn/contracts'
import {
  dollarAbi,
  dollarAddress,
  type LocalChain,
  localAccounts,
  localKeys,
  type Payer,
  payerOf,
  startLocalChain,
} from '@outturn/local-servers/payments'
import { type CommandContext, RawReply } from '@outturn/messaging'
import { type Pool, StoredReply } from '@outturn/postgres'
import { derivedId } from '@outturn/service'
import { testDatabase } from '@outturn/testkit'
import type { SettlementMode } from '@outturn/vocabulary'
import { hash } from 'node:crypto'
import { type Address, type Hex, parseSignature } from 'viem'
import { afterAll } from 'vitest'
import { evmWalletChain } from '../adapters/evm-wallet-chain.ts'
import type { SettlementDeps } from '../deps.ts'
import type { WalletChain } from '../domain/wallet-chain.ts'
import { handleCommitSettlement } from '../handlers/commit-settlement.ts'
import { handleSignLegs } from '../handlers/sign-legs.ts'
import { onSpoolSettlementDecided } from '../reactions/spool-settlement-decided.ts'
import { summaryOf } from '../domain/summary.ts'
import { readSettlement } from '../store/settlement-store.ts'
import { type Attested, openDeps, quiet } from './open-deps.ts'

const repository = join(import.meta.dirname, '../../../..')
export const settlementChainId = 42_431
const unitsOfCent = 10_000n

/** A settlement of a test: who pays whom how much. */
export type Story = {
  readonly spoolId: string
  readonly settlementId: string
  readonly receiptId: string
  readonly buyer: Payer
  readonly seller: Address
  readonly earnedCents: number
  readonly feeCents: number
  readonly mode: SettlementMode
  /** Whose money moves: that of the buyer's key, or of a wallet that it owns. */
  readonly payer: Address
}

export const context: CommandContext = {
  principal: { kind: 'service', service: 'spool' },
  commandId: 'cmd_test',
  bodyDigest: '',
  requestId: 'req_test',
  deadline: Number.POSITIVE_INFINITY,
  now: new Date(),
  traceContext: {},
}

/** A chain, a migrated database and wallets of one test file; all of it ends with the file. */
export async function settlementRig() {
  const database = await testDatabase(['settlement'])
  afterAll(() => database.drop())
  const folder = mkdtempSync(join(tmpdir(), 'outturn-chain-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const local: LocalChain = await startLocalChain({
    folder: join(repository, '.outturn/payments'),
    logFile: join(folder, 'chain.log'),
    chainId: settlementChainId,
  })
  afterAll(() => local.stop())
  const feeRecipient = payerOf().account.address
  const attested: Attested = new Map()

  /** What counts is final at once, unless `finalBlocks` says otherwise: null leaves it to the chain. */
  function chain(
    confirmations = 1,
    finalBlocks: number | null = confirmations,
    rpcUrl = local.rpcUrl,
  ): WalletChain {
    const settings = {
      rpcUrl,
      chainId: settlementChainId,
      token: dollarAddress,
      feeRecipient,
      signerKey: localKeys.facilitator,
      confirmations,
      finalBlocks,
    }
    return evmWalletChain(settings, quiet)
  }

  const wallet = chain()
  await wallet.check()

  function open(changes: Partial<SettlementDeps> = {}, seen?: (pool: Pool) => Pool): SettlementDeps {
    return openDeps(database, attested, { chain: wallet, ...changes }, seen)
  }

  const steady = open()

  return {
    database,
    attested,
    local,
    chain,
    wallet,
    open,
    steady,
    feeRecipient,
    /** A buyer with exactly what it will owe, and a seller; nothing is committed yet. */
    async drafted(name: string, { earnedCents = 495, feeCents = 9, spareCents = 0 } = {}): Promise<Story> {
      const spoolId = `spl_${digestOf(name)}`
      const receiptId = `ocr_${digestOf(name)}`
      const buyer = payerOf()
      await local.fund(buyer.account.address, BigInt(earnedCents + feeCents + spareCents) * unitsOfCent)
      attested.set(receiptId, { spoolId, earnedCents: BigInt(earnedCents) })
      const story = {
        spoolId,
        settlementId: derivedId('settlement', spoolId),
        receiptId,
        buyer,
        seller: payerOf().account.address,
        earnedCents,
        feeCents,
        mode: 'direct_eip3009' as const,
        payer: buyer.account.address,
      }
      return story
    },
    /** The same with a commitment between them; nothing is due yet. */
    async committed(name: string, amounts = {}, deps = steady): Promise<Story> {
      const story = await this.drafted(name, amounts)
      await commit(deps, story)
      return story
    },
    /** The same with the verdict final, so that its legs are asked for. */
    async due(name: string, amounts = {}, deps = steady): Promise<Story> {
      const story = await this.committed(name, amounts, deps)
      await decide(deps, story)
      return story
    },
    /** What a story moved: to its seller, from its buyer. */
    async moved({ payer, seller }: Story): Promise<{ seller: bigint; left: bigint }> {
      return {
        seller: await local.balanceOf(seller),
        left: await local.balanceOf(payer),
      }
    },
  }
}

function digestOf(text: string): string {
  return hash('sha256', text).slice(0, 24)
}

export async function commit(deps: SettlementDeps, story: Story): Promise<{ settlementId: string }> {
  const wallet = (address: string) => `wallet:eip155:${settlementChainId}:${address}`
  const reply = await handleCommitSettlement(deps)(
    {
      spoolId: story.spoolId,
      accountId: `acc_${'1'.repeat(24)}`,
      mode: story.mode,
      payer: wallet(story.payer),
      payee: wallet(story.seller),
      maximumCents: story.earnedCents,
      maximumFeeCents: story.feeCents,
      neededCents: story.earnedCents + story.feeCents,
    },
    context,
  )
  return answerOf(reply)
}

/** As the Spool service tells that a verdict is final, or that a Spool is over; the same event each time. */
export async function decide(deps: SettlementDeps, story: Story, isDue = true): Promise<void> {
  const { receiptId, earnedCents, feeCents, spoolId } = story
  const due = isDue ? { receiptId, earnedCents, feeCents } : null
  const at = new Date()
  const id = hash('sha256', `${spoolId} ${isDue}`).replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/,
    '$1-$2-$3-$4-$5',
  )
  await onSpoolSettlementDecided(deps).handle(
    { spoolId, due, at: at.toISOString() },
    { id, attempt: 1, now: at, traceContext: {} },
  )
}

export async function summary(deps: SettlementDeps, { settlementId }: Story): Promise<SettlementSummary> {
  const { settlement, legs } = await readSettlement(deps.pool, settlementId)
  return summaryOf(settlement, legs)
}

/** What a buyer sends back for legs: each signed as it was asked for. */
export async function signed(
  { buyer }: Pick<Story, 'buyer'>,
  legs: readonly RequiredLeg[],
): Promise<{ leg: 'seller' | 'fee'; nonce: string; signature: Hex }[]> {
  return Promise.all(
    legs.map(async ({ leg, nonce, typed_data: data }) => ({
      leg,
      nonce,
      signature: await buyer.account.signTypedData(data as never),
    })),
  )
}

export async function send(
  deps: SettlementDeps,
  { spoolId }: Story,
  legs: Awaited<ReturnType<typeof signed>>,
): Promise<SettlementSummary> {
  return answerOf(await handleSignLegs(deps)({ spoolId, request: { legs } }, context))
}

/** Signs everything that is asked for, and sends it. */
export async function signAll(deps: SettlementDeps, story: Story): Promise<SettlementSummary> {
  const { requiredLegs } = await summary(deps, story)
  return send(deps, story, await signed(story, requiredLegs))
}

/** Signs a leg and sends it to the chain as a stranger with coins would. */
export async function submitLeg(
  { local }: { local: LocalChain },
  story: Pick<Story, 'buyer'>,
  requiredLegs: readonly RequiredLeg[],
  leg: 'seller' | 'fee',
): Promise<void> {
  const [asked] = requiredLegs.filter((each) => each.leg === leg)
  if (asked === undefined) throw new Error(`${leg} is not asked for`)
  const [{ signature } = { signature: '0x' as Hex }] = await signed(story, [asked])
  const { message } = asked.typed_data
  const client = local.client(localAccounts.payer)
  const transaction = await client.writeContract({
    address: dollarAddress,
    abi: dollarAbi,
    functionName: 'transferWithAuthorization',
    args: [
      message.from as Hex,
      message.to as Hex,
      BigInt(message.value),
      0n,
      BigInt(message.validBefore),
      message.nonce as Hex,
      signature,
    ],
  })
  await client.waitForTransactionReceipt({ hash: transaction, timeout: 10_000 })
}

/** The payer takes back its authorization of a leg. */
export async function cancelLeg(
  { local }: { local: LocalChain },
  story: Pick<Story, 'buyer'>,
  asked: RequiredLeg,
): Promise<void> {
  const { domain, message } = asked.typed_data
  const signature = await story.buyer.account.signTypedData({
    domain: domain as never,
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: message.from as Hex, nonce: asked.nonce as Hex },
  })
  const { r, s, yParity } = parseSignature(signature)
  const client = local.client(localAccounts.payer)
  const transaction = await client.writeContract({
    address: dollarAddress,
    abi: dollarAbi,
    functionName: 'cancelAuthorization',
    args: [message.from as Hex, asked.nonce as Hex, 27 + yParity, r, s],
  })
  await client.waitForTransactionReceipt({ hash: transaction, timeout: 10_000 })
}

/** How something was refused: its code, and its reason or field. */
export async function refusal(asked: Promise<unknown>): Promise<string> {
  const error = (await asked.then(
    () => new Error('it was not refused'),
    (cause: unknown) => cause,
  )) as Error & { code: string; options: { reason?: string; field?: string } }
  return `${error.code} ${error.options?.field ?? error.options?.reason ?? error.message}`
}

export function answerOf<T>(reply: T | StoredReply | RawReply): T {
  if (reply instanceof RawReply || reply instanceof StoredReply)
    throw new Error('settlement sends plain replies')
  return reply
}
