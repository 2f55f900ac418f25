import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  createTestClient,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  parseAbi,
  publicActions,
  toHex,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { startOnPort } from '../free-port.ts'
import { type GuardedProcess, startGuarded } from '../guarded-process.ts'
import { LocalServerError } from '../local-server-error.ts'
import { dollarCodes } from './contracts.ts'

/** Where USDC and Multicall3 lie on Base, and so on the local chain: clients pay with no other settings than those for Base. */
export const dollarAddress: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const multicallAddress: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Base, for whose clients the local chain is. Written here: `viem/chains` would load some hundred others with it. */
const base = {
  id: 8_453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const
export const baseChainId = base.id

/** The chain on which parties name their wallets, as the settlement service expects it. */
export const walletChainId = 42_431

/**
 * Keys of accounts that have coins for fees on the local chain, the first four of the mnemonic that Anvil prints. They are known to
 * everyone; working them out from the mnemonic would take longer than all else that a program loads.
 */
export const localKeys = {
  facilitator: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  payee: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  payer: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  deployer: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
} as const

/** Accounts that send on the local chain. */
export const localAccounts = {
  facilitator: privateKeyToAccount(localKeys.facilitator),
  payee: privateKeyToAccount(localKeys.payee),
  payer: privateKeyToAccount(localKeys.payer),
} as const

export const multicallAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData }',
  'struct Result { bool success; bytes returnData }',
  'function aggregate3(Call3[] calls) payable returns (Result[] results)',
])

export const dollarAbi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address holder) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
])

/** The chain as others use it: money of tests, and its clock. */
export type ChainAccess = {
  readonly rpcUrl: string
  /** Gives a wallet exactly so many micros of a dollar. */
  fund(holder: Address, micros: bigint): Promise<void>
  balanceOf(holder: Address): Promise<bigint>
  /** Sets the clock of the next block on by so many seconds, and makes that block. */
  passSeconds(seconds: number): Promise<void>
  /** Waits until what was sent is in blocks, where the chain makes them by itself: it does so a moment after it was sent something. */
  untilMined(): Promise<void>
  /** Makes a block and keeps the chain as it is then; what is returned takes it back to that, as a reorganisation does. */
  keep(): Promise<() => Promise<void>>
  /** A client that sends as this account. */
  client(account?: LocalAccount): LocalClient
}

/** A chain of its own on 127.0.0.1 that calls itself Base and has a dollar of tests where USDC lies. */
export type LocalChain = ChainAccess & {
  readonly pid: number
  readonly port: number
  readonly exited: Promise<{ code: number | null }>
  stop(): Promise<void>
}

type LocalAccount = (typeof localAccounts)[keyof typeof localAccounts]
export type LocalClient = ReturnType<typeof clientOf>

/**
 * Starts the chain; takes requests when it returns. `folder` keeps what is compiled for it. It calls itself Base unless another id is
 * named, and begins anew unless `stateFile` names where it is kept.
 */
export async function startLocalChain(options: {
  folder: string
  logFile: string
  port?: number
  chainId?: number
  stateFile?: string
}): Promise<LocalChain> {
  const { chainId = base.id, stateFile } = options
  const { TestDollar, TestMulticall } = await dollarCodes(options.folder)
  const file = findAnvil()
  return startOnPort(options.port, async (port) => {
    const server = await startGuarded({
      file,
      args: [
        ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--silent'],
        ...(stateFile === undefined ? [] : ['--state', stateFile, '--state-interval', '5']),
      ],
      logFile: options.logFile,
      stopSignal: 'SIGTERM',
    })
    const access = connectChain(`http://127.0.0.1:${port}`, chainId)
    const root = access.client()
    await untilAnswering(server, root)
    await root.setCode({ address: dollarAddress, bytecode: TestDollar.runs })
    await root.setCode({ address: multicallAddress, bytecode: TestMulticall.runs })
    return { ...access, pid: server.pid, port, exited: server.exited, stop: () => server.stop() }
  })
}

const lookEveryMs = 10
/** What no block takes, as its sender cannot pay for it, is waited for no longer. */
const mostLooks = 500

/** A local chain that runs already. */
export function connectChain(rpcUrl: string, chainId: number = base.id): ChainAccess {
  const root = clientOf(rpcUrl, chainId, localAccounts.payee)
  const dollar = { address: dollarAddress, abi: dollarAbi } as const
  return {
    rpcUrl,
    // Written into the storage of the token: transactions of one account, sent by several at once, would collide.
    fund: (holder, micros) =>
      root.setStorageAt({
        address: dollarAddress,
        index: balanceSlot(holder),
        value: toHex(micros, { size: 32 }),
      }),
    balanceOf: (holder) => root.readContract({ ...dollar, functionName: 'balanceOf', args: [holder] }),
    async passSeconds(seconds) {
      await root.increaseTime({ seconds })
      await root.mine({ blocks: 1 })
    },
    async untilMined() {
      for (let looks = 0; looks < mostLooks; looks += 1) {
        if (!(await root.getAutomine()) || (await root.getTxpoolStatus()).pending === 0) return
        await sleep(lookEveryMs)
      }
    },
    // Anvil shows what a block has done before it has that block. Making another one waits for it: between the two a chain that is
    // kept, or taken back, would be paid by no block.
    async keep() {
      await root.mine({ blocks: 1 })
      const id = await root.snapshot()
      return async () => {
        await root.mine({ blocks: 1 })
        await root.revert({ id })
      }
    },
    client: (account = localAccounts.payee) => clientOf(rpcUrl, chainId, account),
  }
}

/** Where the token keeps the balance of a holder. */
function balanceSlot(holder: Address): Hex {
  return keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, 0n]))
}

function clientOf(rpcUrl: string, chainId: number, account: LocalAccount) {
  const chain = { ...base, id: chainId, rpcUrls: { default: { http: [rpcUrl] } } }
  return createTestClient({ account, chain, mode: 'anvil', transport: http(rpcUrl), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
}

function findAnvil(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json')
    return join(dirname(manifest), 'bin/anvil')
  } catch {
    throw new LocalServerError(
      'There is no local chain for this kind of machine.',
      'Payments can be tried on Linux with an x64 processor; everything else runs without them.',
    )
  }
}

async function untilAnswering(server: GuardedProcess, client: LocalClient): Promise<void> {
  while (server.isRunning) {
    const id = await client.getChainId().catch(() => null)
    if (id !== null) return
    await sleep(20)
  }
  throw new LocalServerError('The local chain ended while starting.', 'Look at its log and start again.')
}
