import { chainClient } from '@outturn/evm-token/client'
import { outcomeSettlerAbi, permissionManagerAbi } from '@outturn/evm-token/settler'
import type { Log } from '@outturn/service'
import {
  type Address,
  BaseError,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  parseAbi,
  parseEventLogs,
  type PublicClient,
  RpcRequestError,
} from 'viem'
import type { GrantChain, SettledPayment } from '../domain/grants/grant-chain.ts'
import type { GrantFacts } from '../domain/grants/settlement-grant.ts'
import {
  type GrantPlace,
  offeredPermission,
  permissionHash,
  permissionStruct,
} from '../domain/grants/spend-permission.ts'
import { chainBlocks, type Depths } from './chain-blocks.ts'
import type { WalletSettings } from './evm-wallet-chain.ts'

/** Where grants are kept and spent, beside what wallets need. */
export type GrantSettings = Pick<WalletSettings, 'rpcUrl' | 'chainId' | 'token' | keyof Depths> & {
  readonly manager: string
  readonly settler: string
  /** Address of the key that sends transactions; the settler must have it as its operator. */
  readonly operator: string
}

const rpcTimeoutMs = 3_000
/** Most blocks that one question for logs spans; public nodes refuse more. */
const blocksAtOnce = 2_000n
const walletAbi = parseAbi(['function execute(address target, uint256 value, bytes data) payable'])
const tokenAbi = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])

export function evmGrantChain(settings: GrantSettings, log: Pick<Log, 'info' | 'error'>): GrantChain {
  const { rpcUrl, chainId } = settings
  const manager = settings.manager.toLowerCase() as Address
  const settler = settings.settler.toLowerCase() as Address
  const client = chainClient(rpcUrl, rpcTimeoutMs)
  const permissions = { address: manager, abi: permissionManagerAbi } as const
  const confirmed: GrantPlace = { chainId, manager, settler }
  let place: GrantPlace | null = null
  let problem: string | null = 'not asked yet'

  const blocks = chainBlocks(client, settings)
  const blockAsOf = async (asOf: 'latest' | 'counted' | 'final') => {
    if (asOf === 'latest') return client.getBlock()
    const blockNumber = asOf === 'final' ? await blocks.finalNumber() : (await blocks.counted()).block
    return client.getBlock({ blockNumber })
  }
  /** Whether a transaction has this event of the manager about a permission. */
  const eventIn = async (
    eventName: 'SpendPermissionApproved' | 'SpendPermissionRevoked',
    transaction: string,
    hash: string,
  ): Promise<'counted' | 'waiting' | 'absent'> => {
    const receipt = await client.getTransactionReceipt({ hash: transaction as Hex }).catch((error: Error) => {
      if (error.name === 'TransactionReceiptNotFoundError') return null
      throw error
    })
    if (receipt === null) return 'absent'
    const events = parseEventLogs({ abi: permissionManagerAbi, logs: receipt.logs, eventName })
    const isThere = events.some(({ address, args }) => isAddressEqual(address, manager) && args.hash === hash)
    if (!isThere) return 'absent'
    return receipt.blockNumber <= (await blocks.counted()).block ? 'counted' : 'waiting'
  }

  return {
    place: () => place,
    async check() {
      try {
        const found = await problemOf(client, settings, confirmed)
        if (found !== problem) {
          if (found === null) log.info({ chainId, manager, settler }, 'grants settle')
          else log.error({ chainId, manager, settler, problem: found }, 'grants cannot settle')
        }
        problem = found
        place = found === null ? confirmed : null
      } catch (error) {
        // What was confirmed is not taken back by a chain that does not answer.
        if (problem !== 'unreachable' && place === null) {
          log.error({ err: error, chainId }, 'grants cannot settle yet')
          problem = 'unreachable'
        }
      }
    },
    async facts(permission, asOf = 'latest'): Promise<GrantFacts> {
      const { number: blockNumber, timestamp } = await blockAsOf(asOf)
      const args = [permissionStruct(permission)] as const
      const [isApproved, isRevoked, period] = await Promise.all([
        client.readContract({ ...permissions, functionName: 'isApproved', args, blockNumber }),
        client.readContract({ ...permissions, functionName: 'isRevoked', args, blockNumber }),
        // Outside its time a permission has no current period.
        answered(
          client.readContract({ ...permissions, functionName: 'getCurrentPeriod', args, blockNumber }),
        ),
      ])
      return { at: Number(timestamp), isApproved, isRevoked, spentUnits: period?.spend ?? 0n }
    },
    isContract: async (address) => (await client.getCode({ address: address as Address })) !== undefined,
    async isApprovable(permission, signature) {
      const args = [permissionStruct(permission), signature as Hex] as const
      const answer = await answered(
        client.simulateContract({ ...permissions, functionName: 'approveWithSignature', args }),
      )
      return answer?.result === true
    },
    async admitsManager(permission) {
      // Nothing is moved: what is asked is whether the account does it at all.
      const nothing = encodeFunctionData({ abi: tokenAbi, args: [settler, 0n] })
      const data = encodeFunctionData({ abi: walletAbi, args: [permission.token as Address, 0n, nothing] })
      const to = permission.account as Address
      return (await answered(client.call({ account: manager, to, data }))) !== null
    },
    approvalIn: (transaction, hash) => eventIn('SpendPermissionApproved', transaction, hash),
    isRevokedIn: async (transaction, hash) =>
      (await eventIn('SpendPermissionRevoked', transaction, hash)) === 'counted',
    settleCall({ id, permission, signature, seller, sellerUnits, feeRecipient, feeUnits }) {
      const args = [
        id as Hex,
        permissionStruct(permission),
        (signature ?? '0x') as Hex,
        seller as Address,
        sellerUnits,
        feeRecipient as Address,
        feeUnits,
      ] as const
      return {
        to: settler,
        data: encodeFunctionData({ abi: outcomeSettlerAbi, functionName: 'settle', args }),
      }
    },
    releaseCall: (permission) => ({
      to: permission.spender,
      data: encodeFunctionData({
        abi: outcomeSettlerAbi,
        functionName: 'release',
        args: [permissionStruct(permission)],
      }),
    }),
    async paymentOf(id, payingSettler, sinceBlock) {
      const { block: blockNumber } = await blocks.counted()
      const paying = { address: payingSettler as Address, abi: outcomeSettlerAbi } as const
      const args = [id as Hex] as const
      if (!(await client.readContract({ ...paying, functionName: 'settled', args, blockNumber }))) return null
      return findSettled(client, paying.address, id as Hex, sinceBlock, blockNumber)
    },
  }
}

/** What is wrong with the contracts of the settings; null where they fit each other and this deployment. */
async function problemOf(
  client: PublicClient,
  { token, operator }: GrantSettings,
  place: GrantPlace,
): Promise<string | null> {
  const [manager, settler] = [place.manager as Address, place.settler as Address]
  if ((await client.getChainId()) !== place.chainId) return 'the chain has another id'
  const codes = await Promise.all([manager, settler].map((address) => client.getCode({ address })))
  if (codes.includes(undefined)) return 'there is no contract at one of the addresses'
  const settles = { address: settler, abi: outcomeSettlerAbi } as const
  const sample = offeredPermission(
    { spoolId: 'spl_', quoteDigest: 'sha256:', agreementHash: '00'.repeat(32), expiresAt: null },
    { account: settler, spender: settler, token, allowance: 1n },
    1,
    { at: 1_800_000_000, ttlSeconds: 60, graceSeconds: 0 },
  )
  const [itsManager, itsToken, itsOperator, isPaused, hash] = await Promise.all([
    client.readContract({ ...settles, functionName: 'manager' }),
    client.readContract({ ...settles, functionName: 'token' }),
    client.readContract({ ...settles, functionName: 'operator' }),
    client.readContract({ ...settles, functionName: 'paused' }),
    client.readContract({
      address: manager,
      abi: permissionManagerAbi,
      functionName: 'getHash',
      args: [permissionStruct(sample)],
    }),
  ])
  if (!isAddressEqual(itsManager, manager)) return 'the settler has another permission manager'
  if (!isAddressEqual(itsToken, token as Address)) return 'the settler pays another token'
  if (!isAddressEqual(itsOperator, operator as Address)) return 'the settler has another operator'
  if (isPaused) return 'the settler is paused'
  return hash === permissionHash(place, sample) ? null : 'the manager has permissions signed otherwise'
}

/** Null where the chain itself refuses the call; without its answer nothing is known. */
async function answered<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof BaseError && error.walk((each) => each instanceof RpcRequestError) !== null)
      return null
    throw error
  }
}

async function findSettled(
  client: PublicClient,
  address: Address,
  id: Hex,
  sinceBlock: bigint,
  latest: bigint,
): Promise<SettledPayment> {
  // The latest blocks first: a payment may come long after its verdict, and is looked for soon after that.
  for (let toBlock = latest; toBlock >= sinceBlock; toBlock -= blocksAtOnce) {
    const first = toBlock - blocksAtOnce + 1n
    const [found] = await client.getContractEvents({
      address,
      abi: outcomeSettlerAbi,
      eventName: 'Settled',
      args: { id },
      fromBlock: first > sinceBlock ? first : sinceBlock,
      toBlock,
      strict: true,
    })
    if (found === undefined) continue
    const { account, seller, sellerUnits, feeRecipient, feeUnits } = found.args
    return {
      account: account.toLowerCase(),
      seller: seller.toLowerCase(),
      sellerUnits,
      feeRecipient: feeRecipient.toLowerCase(),
      feeUnits,
      transaction: found.transactionHash,
      block: found.blockNumber,
      blockHash: found.blockHash,
    }
  }
  throw new Error(`the settler has paid ${id}, and its event is not to be found since block ${sinceBlock}`)
}
