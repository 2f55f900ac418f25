import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { busUserName, createAccount, createKey } from '@outturn/contracts'
import { connectBus } from '@outturn/messaging'
import { pino } from 'pino'
import type { Secrets } from './secrets.ts'

/** The account that a local system begins with. */
export interface FirstAccount {
  accountId: string
  apiKey: string
}

const accountFile = 'first-account.json'
const waitMs = 15_000

/** The account made at the first start, or a new one when the data no longer knows it. */
export async function ensureFirstAccount(
  secrets: Secrets,
  natsUrl: string,
  baseUrl: string,
): Promise<FirstAccount> {
  const path = secrets.pathOf(accountFile)
  if (existsSync(path)) {
    const known = JSON.parse(await readFile(path, 'utf8')) as FirstAccount
    if (await isAccepted(known, baseUrl)) return known
  }
  const account = await createFirstAccount(secrets, natsUrl)
  await secrets.keep(accountFile, JSON.stringify(account))
  return account
}

async function isAccepted({ apiKey }: FirstAccount, baseUrl: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/api/v1/credits/balance`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  await response.body?.cancel()
  return response.status !== 401
}

/** As an operator makes one: over the bus, with no access to a database. */
async function createFirstAccount(secrets: Secrets, natsUrl: string): Promise<FirstAccount> {
  const user = busUserName('operator', 'production')
  const bus = await connectBus({
    servers: natsUrl,
    user,
    password: await secrets.password(`nats-${user}`),
    name: 'first account',
    environment: 'production',
    service: 'operator',
    log: pino({ level: 'silent' }),
  })
  const options = () => ({
    principal: { kind: 'operator' as const, name: 'local' },
    commandId: `operator:${randomUUID()}`,
    requestId: `operator:${randomUUID()}`,
    deadline: Date.now() + waitMs,
  })
  try {
    const account = { name: 'Local', kind: 'org' as const, quota: null }
    const { accountId } = await bus.request(createAccount, account, options())
    const key = { accountId, scope: 'full' as const, label: 'made by npm start' }
    const { apiKey } = await bus.request(createKey, key, options())
    return { accountId, apiKey }
  } finally {
    await bus.drain()
  }
}
