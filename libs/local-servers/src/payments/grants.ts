import { outcomeSettlerAbi, outcomeSettlerCode, permissionManagerAbi } from '@outturn/evm-token/settler'
import {
  type Address,
  concat,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type ChainAccess, dollarAddress, localAccounts, localKeys } from './chain.ts'
import { type ContractCode, permissionCodes } from './contracts.ts'
import type { Payer } from './payer.ts'

/** The account that deploys, and that owns the settler; no other program of the local chain sends with it. */
const deployer = privateKeyToAccount(localKeys.deployer)

const walletAbi = parseAbi([
  'constructor(address key, address manager)',
  'function execute(address target, uint256 value, bytes data) payable',
])

const delegateAbi = parseAbi(['constructor(address manager)'])

/** A spend permission as contracts take it. */
export type GrantStruct = {
  account: Address
  spender: Address
  token: Address
  allowance: bigint
  period: number
  start: number
  end: number
  salt: bigint
  extraData: Hex
}

/** What settlement grants need on a chain of tests: a permission manager, the settler, and wallets that are contracts. */
export type LocalGrants = {
  readonly manager: Address
  readonly settler: Address
  /** Deploys a wallet whose owner this is; another manager than that of the chain cannot spend from it. */
  newWallet(owner: Pick<Payer, 'account'>, manager?: Address): Promise<Address>
  /** Has a plain key delegate to code (EIP-7702): to that of a wallet which the manager may spend from, unless another is named. */
  delegate(owner: Payer, to?: Address): Promise<void>
  /** Has a wallet call the manager: to approve, or to revoke. Answers the transaction. */
  byWallet(owner: Payer, wallet: Address, call: 'approve' | 'revoke', grant: GrantStruct): Promise<Hex>
  /** Approves with a signature, as anyone can who has it. */
  approveFor(grant: GrantStruct, signature: Hex): Promise<void>
  /** Has the owner of the settler stop it, or let it go on. */
  setPaused(isPaused: boolean): Promise<void>
  isRevoked(grant: GrantStruct): Promise<boolean>
}

/** A wallet that hurries: its call is the first one of its block. */
const beforeOthers = {
  maxFeePerGas: 100_000_000_000n,
  maxPriorityFeePerGas: 90_000_000_000n,
  gas: 500_000n,
} as const

/** Most that one call of the settler moves here: a thousand dollars. */
const settlerCap = 1_000_000_000n

/** The program of every chain of tests that deploys code at an address that follows from the code alone. */
const factory: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * Deploys what settlement grants need, where the chain does not have it yet: the addresses follow from the code. The facilitator of the
 * chain operates the settler.
 */
export async function installGrants(chain: ChainAccess, folder: string): Promise<LocalGrants> {
  const codes = await permissionCodes(folder)
  const client = deployerOf(chain)
  for (const { address, code } of Object.values(placesOf(codes.TestPermissionManager))) {
    if ((await client.getCode({ address })) !== undefined) continue
    const hash = await client.sendTransaction({
      chain: chain.client().chain,
      to: factory,
      data: concat([zeroHash, code]),
    })
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`${hash} deployed nothing`)
  }
  return grantsOn(chain, codes)
}

/** What another process installed on a chain. */
export async function connectGrants(chain: ChainAccess, folder: string): Promise<LocalGrants> {
  return grantsOn(chain, await permissionCodes(folder))
}

/** Where the contracts lie, and the code that brings them there. */
function placesOf(manager: ContractCode): Record<'manager' | 'settler', { address: Address; code: Hex }> {
  const placed = (code: Hex) => ({
    address: getContractAddress({ opcode: 'CREATE2', from: factory, salt: zeroHash, bytecode: code }),
    code,
  })
  const placedManager = placed(manager.deploys)
  const settlerCode = encodeDeployData({
    abi: outcomeSettlerAbi,
    bytecode: outcomeSettlerCode,
    args: [
      placedManager.address,
      dollarAddress,
      deployer.address,
      localAccounts.facilitator.address,
      settlerCap,
    ],
  })
  return { manager: placedManager, settler: placed(settlerCode) }
}

function deployerOf({ rpcUrl }: ChainAccess) {
  return createTestClient({ account: deployer, mode: 'anvil', transport: http(rpcUrl), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
}

function grantsOn(chain: ChainAccess, codes: Awaited<ReturnType<typeof permissionCodes>>): LocalGrants {
  const client = deployerOf(chain)
  const connected = { chain: chain.client().chain }
  const places = placesOf(codes.TestPermissionManager)
  const [manager, settler] = [places.manager.address, places.settler.address]
  const permissions = { address: manager, abi: permissionManagerAbi } as const
  const done = async (hash: Hex): Promise<Hex> => {
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`${hash} was refused`)
    return hash
  }
  /** Of the contract that a transaction deployed. */
  const addressOf = async (hash: Hex): Promise<Address> => {
    const { contractAddress, status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success' || !contractAddress) throw new Error(`${hash} deployed nothing`)
    return getAddress(contractAddress)
  }
  return {
    manager,
    settler,
    async newWallet({ account }, itsManager = manager) {
      // By its owner: transactions of one account, sent by several programs at once, would collide.
      await client.setBalance({ address: account.address, value: 10n ** 18n })
      const hash = await client.deployContract({
        ...connected,
        account,
        abi: walletAbi,
        bytecode: codes.TestWallet.deploys,
        args: [account.address, itsManager],
      })
      return addressOf(hash)
    },
    async delegate({ account }, to) {
      const ofWallet = async () =>
        addressOf(
          await client.deployContract({
            ...connected,
            abi: delegateAbi,
            bytecode: codes.TestDelegate.deploys,
            args: [manager],
          }),
        )
      const contractAddress = to ?? (await ofWallet())
      const nonce = await client.getTransactionCount({ address: account.address })
      const authorization = await account.signAuthorization({
        ...{ contractAddress, nonce, chainId: await client.getChainId() },
      })
      await done(
        await client.sendTransaction({
          ...connected,
          to: deployer.address,
          authorizationList: [authorization],
        }),
      )
    },
    async byWallet({ account }, wallet, functionName, grant) {
      const data = encodeFunctionData({ abi: permissionManagerAbi, functionName, args: [grant] })
      // The owner needs no coins: the chain takes what it is told to come from an account.
      await client.impersonateAccount({ address: account.address })
      await client.setBalance({ address: account.address, value: 10n ** 18n })
      const hash = await client.writeContract({
        ...connected,
        account: account.address,
        address: wallet,
        abi: walletAbi,
        functionName: 'execute',
        ...beforeOthers,
        args: [manager, 0n, data],
      })
      return done(hash)
    },
    async approveFor(grant, signature) {
      await done(
        await client.writeContract({
          ...connected,
          ...permissions,
          functionName: 'approveWithSignature',
          args: [grant, signature],
        }),
      )
    },
    async setPaused(isPaused) {
      const args = [isPaused] as const
      await done(
        await client.writeContract({
          ...connected,
          address: settler,
          abi: outcomeSettlerAbi,
          functionName: 'setPaused',
          args,
        }),
      )
    },
    isRevoked: (grant) => client.readContract({ ...permissions, functionName: 'isRevoked', args: [grant] }),
  }
}
