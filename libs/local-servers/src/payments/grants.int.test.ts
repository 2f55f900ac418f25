import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outcomeSettlerAbi, outcomeSettlerCode, permissionManagerAbi } from '@outturn/evm-token/settler'
import { type Address, BaseError, ContractFunctionRevertedError, type Hex, keccak256, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dollarAddress, type LocalChain, localAccounts, startLocalChain, walletChainId } from './chain.ts'
import { compiled } from './contracts.ts'
import { connectGrants, type GrantStruct, installGrants, type LocalGrants } from './grants.ts'

import { type Payer, payerOf } from './payer.ts'

const repository = join(import.meta.dirname, '../../../..')
const folder = join(repository, '.outturn/payments')
const logs = mkdtempSync(join(tmpdir(), 'outturn-chain-'))
let chain: LocalChain
let grants: LocalGrants

beforeAll(async () => {
  chain = await startLocalChain({ folder, logFile: join(logs, 'chain.log'), chainId: walletChainId })
  grants = await installGrants(chain, folder)
})
afterAll(async () => {
  await chain.stop()
  rmSync(logs, { recursive: true, force: true })
})

const types = {
  SpendPermission: [
    { name: 'account', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'allowance', type: 'uint160' },
    { name: 'period', type: 'uint48' },
    { name: 'start', type: 'uint48' },
    { name: 'end', type: 'uint48' },
    { name: 'salt', type: 'uint256' },
    { name: 'extraData', type: 'bytes' },
  ],
} as const
const someone: Address = `0x${'9'.repeat(40)}`
const feeRecipient: Address = `0x${'8'.repeat(40)}`

type Story = { owner: Payer; wallet: Address; seller: Address; grant: GrantStruct; signature: Hex; id: Hex }

/** A funded wallet that granted 5.00 to the settler for ten minutes, and a seller. */
async function granted(name: string, change: Partial<GrantStruct> = {}): Promise<Story> {
  const owner = payerOf()
  const wallet = await grants.newWallet(owner)
  await chain.fund(wallet, 10_000_000n)
  const { timestamp } = await chain.client().getBlock()
  const start = Number(timestamp) - 60
  const grant: GrantStruct = {
    account: wallet,
    spender: grants.settler,
    token: dollarAddress,
    allowance: 5_000_000n,
    period: 600,
    start,
    end: start + 600,
    salt: 7n,
    extraData: '0x',
    ...change,
  }
  const domain = {
    name: 'Spend Permission Manager',
    version: '1',
    chainId: walletChainId,
    verifyingContract: grants.manager,
  }
  const signature = await owner.account.signTypedData({
    domain,
    types,
    primaryType: 'SpendPermission',
    message: grant,
  })
  return { owner, wallet, seller: payerOf().account.address, grant, signature, id: keccak256(toHex(name)) }
}

type Terms = { sellerUnits?: bigint; feeUnits?: bigint; signature?: Hex }

/** The name of the error by which the settler, or what it calls, refuses; null where it settles. */
async function settle(
  { id, grant, signature, seller }: Story,
  { sellerUnits = 4_000_000n, feeUnits = 90_000n, ...terms }: Terms = {},
  sender: (typeof localAccounts)[keyof typeof localAccounts] = localAccounts.facilitator,
): Promise<string | null> {
  const client = chain.client(sender)
  try {
    const { request } = await client.simulateContract({
      address: grants.settler,
      abi: [...outcomeSettlerAbi, ...permissionManagerAbi.filter(({ type }) => type === 'error')],
      functionName: 'settle',
      args: [id, grant, terms.signature ?? signature, seller, sellerUnits, feeRecipient, feeUnits],
      account: sender,
    })
    await client.waitForTransactionReceipt({ hash: await client.writeContract(request) })
    return null
  } catch (error) {
    const cause =
      error instanceof BaseError ? error.walk((each) => each instanceof ContractFunctionRevertedError) : null
    if (!(cause instanceof ContractFunctionRevertedError)) throw error
    return cause.data?.errorName ?? cause.reason ?? 'reverted'
  }
}

const asOwner = async (functionName: 'setCap', value: bigint): Promise<void> => {
  const root = chain.client()
  const owner = await root.readContract({
    address: grants.settler,
    abi: outcomeSettlerAbi,
    functionName: 'owner',
  })
  await root.impersonateAccount({ address: owner })
  const call = {
    address: grants.settler,
    abi: outcomeSettlerAbi,
    functionName,
    args: [value],
    account: owner,
  } as const
  await root.waitForTransactionReceipt({ hash: await root.writeContract(call) })
}

test('the code that deployments deploy is what its source compiles to', async () => {
  const source = join(repository, 'libs/evm-token/contracts/OutcomeSettler.sol')
  const { OutcomeSettler } = await compiled<'OutcomeSettler'>([source], folder)
  expect(outcomeSettlerCode).toBe(OutcomeSettler.deploys)
})

test('what is installed already stays where it is, and other programs find it there', async () => {
  const blocks = await chain.client().getBlockNumber()
  const found = [await installGrants(chain, folder), await connectGrants(chain, folder)]
  expect(found.map(({ manager, settler }) => [manager, settler])).toEqual(
    found.map(() => [grants.manager, grants.settler]),
  )
  expect(await chain.client().getBlockNumber()).toBe(blocks)
})

test('seller and fee are paid in one call, once, nothing stays with the settler, and what is left is revoked', async () => {
  const story = await granted('whole')
  const feesBefore = await chain.balanceOf(feeRecipient)
  expect(await settle(story)).toBeNull()
  const held = await Promise.all(
    [story.seller, story.wallet, grants.settler].map((each) => chain.balanceOf(each)),
  )
  expect(held).toEqual([4_000_000n, 5_910_000n, 0n])
  expect((await chain.balanceOf(feeRecipient)) - feesBefore).toBe(90_000n)
  expect(await grants.isRevoked(story.grant)).toBe(true)
  const [settled] = await chain.client().getContractEvents({
    address: grants.settler,
    abi: outcomeSettlerAbi,
    eventName: 'Settled',
    args: { id: story.id },
    fromBlock: 0n,
  })
  expect(settled?.args).toEqual({
    id: story.id,
    account: story.wallet,
    seller: story.seller,
    sellerUnits: 4_000_000n,
    feeRecipient,
    feeUnits: 90_000n,
  })
  expect(await settle(story)).toBe('AlreadySettled')
  expect(await settle({ ...story, id: keccak256('0x01') })).toBe('UnauthorizedSpendPermission')
})

test('a fee of nothing is not transferred, and a permission that others approved is settled the same', async () => {
  const story = await granted('approved by others')
  await grants.approveFor(story.grant, story.signature)
  expect(await settle(story, { feeUnits: 0n })).toBeNull()
  expect(await chain.balanceOf(story.seller)).toBe(4_000_000n)
})

test('only the operator settles, and a refused call moves nothing', async () => {
  const story = await granted('by a stranger')
  expect(await settle(story, {}, localAccounts.payer)).toBe('NotOperator')
  expect(await settle(story, { signature: `0x${'1'.repeat(130)}` })).toBe('InvalidSignature')
  expect(await settle(story, { signature: '0x' })).toBe('UnauthorizedSpendPermission')
  expect(await settle(story, { sellerUnits: 5_000_000n })).toBe('ExceededSpendPermission')
  const other = await granted('another token', { token: someone })
  expect(await settle(other)).toBe('OtherToken')
  const past = await granted('over', { start: 1, end: 601 })
  expect(await settle(past)).toBe('AfterSpendPermissionEnd')
  expect(await chain.balanceOf(story.wallet)).toBe(10_000_000n)
})

test('a permission that its account revoked, before or after it was approved, pays nothing', async () => {
  const story = await granted('revoked')
  await grants.byWallet(story.owner, story.wallet, 'revoke', story.grant)
  expect(await settle(story)).toBe('UnauthorizedSpendPermission')
  const approved = await granted('revoked later')
  await grants.byWallet(approved.owner, approved.wallet, 'approve', approved.grant)
  await grants.byWallet(approved.owner, approved.wallet, 'revoke', approved.grant)
  expect(await settle(approved, { signature: '0x' })).toBe('UnauthorizedSpendPermission')
})

test('the owner alone stops the settler and bounds one call', async () => {
  const story = await granted('bounded')
  await grants.setPaused(true)
  expect(await settle(story)).toBe('SettlerPaused')
  await grants.setPaused(false)
  await asOwner('setCap', 4_089_999n)
  expect(await settle(story)).toBe('AboveCap')
  await asOwner('setCap', 4_090_000n)
  const client = chain.client(localAccounts.facilitator)
  for (const [functionName, args] of [
    ['setCap', [1n]],
    ['setPaused', [true]],
    ['setOperator', [someone]],
  ] as const) {
    const call = { address: grants.settler, abi: outcomeSettlerAbi, functionName, args } as never
    await expect(client.simulateContract(call)).rejects.toThrow(/NotOwner/)
  }
  expect(await settle(story)).toBeNull()
})
