import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  busUserName,
  type Command,
  type CommandInput,
  type CommandOutput,
  createAccount,
  createKey,
  createSignInLink,
  errorCodes,
  Refusal,
  readBalance,
  setAllowance,
} from '@outturn/contracts'
import { LocalServerError } from '@outturn/local-servers'
import { type Bus, connectBus } from '@outturn/messaging'
import { pino } from 'pino'
import { busPatienceMs } from '../processes/servers.ts'
import type { Secrets } from '@outturn/secrets'

/** The account that a local system begins with. */
export interface FirstAccount {
  accountId: string
  apiKey: string
  /** Set once the account has its own allowance; an operator may have changed it since. */
  hasAllowance?: true
}

/** Free verification runs, and free compiles, of the first account in each calendar month: enough to work through every page of the guide. */
const freeEachMonth = 1_000
const accountFile = 'first-account.json'
const waitMs = 60_000
const retryPauseMs = 500

/** The account made at the first start, or a new one when the data no longer knows it. */
export async function ensureFirstAccount(
  secrets: Secrets,
  natsUrl: string,
  baseUrl: string,
): Promise<FirstAccount> {
  const known = await readFirstAccount(secrets)
  const isKnown = known !== undefined && (await isAccepted(known, baseUrl))
  if (isKnown && known.hasAllowance) return known
  const bus = await connectAsOperator(secrets, natsUrl)
  try {
    const { accountId, apiKey } = isKnown ? known : await createFirstAccount(bus)
    // Kept before its allowance is set: a start that ends here sets it the next time, on the same account.
    await secrets.keep(accountFile, JSON.stringify({ accountId, apiKey }))
    const allowance = { accountId, verificationRuns: freeEachMonth, freeTextCompiles: freeEachMonth }
    await persistently(bus, setAllowance, allowance)
    const account = { accountId, apiKey, hasAllowance: true as const }
    await secrets.keep(accountFile, JSON.stringify(account))
    return account
  } finally {
    await bus.drain()
  }
}

/** Address of the person that the first account belongs to; it receives no mail from outside. */
const firstPerson = 'owner@outturn.localhost'

/** A link that opens the console as the owner of the first account, once within 15 minutes. */
export async function issueSignInLink(secrets: Secrets, natsUrl: string, accountId: string): Promise<string> {
  const bus = await connectAsOperator(secrets, natsUrl)
  try {
    return (await persistently(bus, createSignInLink, { accountId, email: firstPerson })).url
  } finally {
    await bus.drain()
  }
}

/** The account that an earlier start made. @throws LocalServerError where its file is damaged. */
export async function readFirstAccount(secrets: Secrets): Promise<FirstAccount | undefined> {
  const path = secrets.pathOf(accountFile)
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(await readFile(path, 'utf8')) as FirstAccount
  } catch (error) {
    throw new LocalServerError(
      `${path} cannot be read: ${(error as Error).message}`,
      'Put it back from a backup, or delete it: then a new first account is made.',
      { cause: error },
    )
  }
}

async function isAccepted({ apiKey }: FirstAccount, baseUrl: string): Promise<boolean> {
  const response = await fetch(baseUrl + readBalance.http.path, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  await response.body?.cancel()
  return response.status !== 401
}

/** As an operator works: over the bus, with no access to a database. */
async function connectAsOperator(secrets: Secrets, natsUrl: string): Promise<Bus> {
  const user = busUserName('operator', 'production')
  return connectBus({
    servers: natsUrl,
    user,
    password: await secrets.password(`nats-${user}`),
    name: 'first account',
    environment: 'production',
    service: 'operator',
    log: pino({ level: 'silent' }),
    patienceMs: busPatienceMs,
  })
}

async function createFirstAccount(bus: Bus): Promise<FirstAccount> {
  const account = { name: 'Local', kind: 'org' as const, quota: null }
  const { accountId } = await persistently(bus, createAccount, account)
  const key = { accountId, scope: 'full' as const, label: 'made by npm start' }
  const { apiKey } = await persistently(bus, createKey, key)
  return { accountId, apiKey }
}

/** Sends a command again under its id while the refusal says that this helps: a busy machine is still starting up. */
async function persistently<C extends Command>(
  bus: Bus,
  command: C,
  input: CommandInput<C>,
): Promise<CommandOutput<C>> {
  const deadline = Date.now() + waitMs
  const options = {
    principal: { kind: 'operator' as const, name: 'local' },
    commandId: `operator:${randomUUID()}`,
    requestId: `operator:${randomUUID()}`,
    deadline,
  }
  for (;;) {
    try {
      return await bus.request(command, input, options)
    } catch (error) {
      const mayHelp = error instanceof Refusal && errorCodes[error.code].retryable
      if (!mayHelp || Date.now() + retryPauseMs > deadline) throw error
      await sleep(retryPauseMs)
    }
  }
}
