import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { LocalFile } from '@outturn/local/local-file'
import { contractsFolder } from '@outturn/local/places'
import { repository } from '@outturn/model/places'

const usage = `Usage: npm run -s wallet -- new [CENTS] [--contract] | fund ADDRESS CENTS | sign KEY | grant KEY | balance ADDRESS

A wallet of tests on the chain of npm start -- --settlement.

  new [CENTS]       make a wallet with so much money of tests, by default 2500; print its address, its key
                    and what it holds. With --contract the wallet is a contract that obeys the key, as grants need it
  fund ADDRESS CENTS
                    give a wallet so much more money of tests; print what it holds, in cents
  sign KEY          read the required_legs of a Spool from standard input; print what
                    POST /api/v1/spools/{id}/settlement/signatures takes
  grant KEY         read the answer of GET /api/v1/spools/{id}/settlement/grant/template from standard input; print what
                    POST /api/v1/spools/{id}/settlement/grant takes
  balance ADDRESS   print what a wallet holds, in cents, or an account of the processor of cards (acct_…)

OUTTURN_HOME names the folder of a system that is not in .outturn.
`
const unitsOfCent = 10_000n
const firstCents = '2500'

type Hex = `0x${string}`
type Account = Awaited<ReturnType<typeof accountOf>>
type RequiredLeg = { leg: string; nonce: string; typed_data: object }
type GrantTemplate = { permission: object; typed_data: object }

const { command, argument, amount, isContract } = readArguments()
const isAddress = /^0x[0-9a-fA-F]{40}$/.test(argument)
const isKey = /^0x[0-9a-fA-F]{64}$/.test(argument)
if (command === 'new' && /^\d{0,9}$/.test(argument)) await makeWallet(BigInt(argument || firstCents))
else if (command === 'fund' && isAddress && /^\d{1,9}$/.test(amount))
  await fund(argument as Hex, BigInt(amount))
else if (command === 'sign' && isKey) await signLegs(argument as Hex)
else if (command === 'grant' && isKey) await signGrant(argument as Hex)
else if (command === 'balance' && isAddress) await showBalance(argument as Hex)
else if (command === 'balance' && /^acct_\w+$/.test(argument)) await showCardBalance(argument)
else giveUp(usage)

async function makeWallet(cents: bigint): Promise<void> {
  const key: Hex = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`
  const account = await accountOf(key)
  const address = isContract ? await newContract(account) : account.address
  const { fund: give } = await chain()
  await give(address, cents * unitsOfCent)
  print({ address, key, cents: Number(cents) })
}

async function newContract(account: Account): Promise<Hex> {
  const { connectGrants } = await import('@outturn/local-servers/payments/grants')
  return (await connectGrants(await chain(), contractsFolder)).newWallet({ account })
}

async function fund(address: Hex, cents: bigint): Promise<void> {
  const { balanceOf, fund: give } = await chain()
  await give(address, (await balanceOf(address)) + cents * unitsOfCent)
  await showBalance(address)
}

async function signLegs(key: Hex): Promise<void> {
  const asked = (await given()) as RequiredLeg[]
  if (!Array.isArray(asked) || asked.length === 0 || !asked.every((leg) => leg?.typed_data)) {
    giveUp(
      'Standard input must be next_step.required_legs of a Spool whose next_step.type is sign_settlement.\n',
    )
  }
  const legs = await Promise.all(
    asked.map(async ({ leg, nonce, typed_data: data }) => ({
      leg,
      nonce,
      signature: await signed(key, data),
    })),
  )
  print({ legs })
}

async function signGrant(key: Hex): Promise<void> {
  const { permission, typed_data: data } = ((await given()) ?? {}) as Partial<GrantTemplate>
  if (permission === undefined || data === undefined) {
    giveUp('Standard input must be the answer of GET /api/v1/spools/{id}/settlement/grant/template.\n')
  }
  print({ permission, signature: await signed(key, data) })
}

async function showBalance(address: Hex): Promise<void> {
  process.stdout.write(`${(await (await chain()).balanceOf(address)) / unitsOfCent}\n`)
}

async function showCardBalance(account: string): Promise<void> {
  const { processor_url: url, processor_key: key } = settlementOfSystem()
  const response = await fetch(`${url}/v1/balance`, {
    headers: { authorization: `Bearer ${key}`, 'stripe-account': account },
  })
  const answer = (await response.json()) as { available: { amount: number }[]; error?: { message: string } }
  if (answer.error !== undefined) giveUp(`The processor of cards says: ${answer.error.message}\n`)
  process.stdout.write(`${answer.available[0]?.amount ?? 0}\n`)
}

async function signed(key: Hex, typedData: object): Promise<Hex> {
  return (await accountOf(key)).signTypedData(typedData as never)
}

/** JSON of standard input; null where it is none. */
async function given(): Promise<unknown> {
  try {
    return JSON.parse(await text(process.stdin)) as unknown
  } catch {
    return null
  }
}

// What a command needs is loaded by it: reaching the chain takes most of a start, and some commands do not.

async function accountOf(key: Hex) {
  const accounts = await import('@outturn/local-servers/payments/account')
  return accounts.accountOf(key)
}

async function chain() {
  const { connectChain, walletChainId } = await import('@outturn/local-servers/payments/chain')
  return connectChain(settlementOfSystem().rpc_url, walletChainId)
}

function settlementOfSystem(): NonNullable<LocalFile['settlement']> {
  const file = join(process.env['OUTTURN_HOME'] ?? join(repository, '.outturn'), 'local.json')
  try {
    const { settlement } = JSON.parse(readFileSync(file, 'utf8')) as LocalFile
    if (settlement !== undefined) return settlement
  } catch {
    // Said below: there is no such system.
  }
  return giveUp(`${file} names no chain. Start the system with npm start -- --settlement.\n`)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { contract: { type: 'boolean', default: false } },
    })
    const [name = '', first = '', second = '', ...more] = positionals
    const isWhole = more.length === 0 && (second === '') === (name !== 'fund')
    const isUsable = isWhole && (name === 'new' || !values.contract)
    return { command: isUsable ? name : '', argument: first, amount: second, isContract: values.contract }
  } catch {
    return giveUp(usage)
  }
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

function giveUp(message: string): never {
  process.stderr.write(message)
  process.exit(2)
}
