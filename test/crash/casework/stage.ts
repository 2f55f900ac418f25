import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FailPoint } from '@outturn/service'
import { Client } from 'pg'
import { expect, vi } from 'vitest'
import type { Account, Operator } from '../../system/operator.ts'
import type { System } from '../../system/running-system.ts'
import { type Acknowledged, persistentCall } from '../persistent-call.ts'
import type { Shop } from './shop.ts'

/** What the stories share: one running system, whose processes end at the files of a folder. */
export interface Stand {
  readonly system: System
  readonly operator: Operator
  readonly armedFolder: string
  readonly shop: Shop
}

/** A buyer and a provider of a story, and the one step of it during which a process may end. */
export interface Stage {
  readonly buyer: Account
  readonly provider: Account
  /** Answers that no fault may cause. */
  readonly wrongAnswers: readonly string[]
  /** Sends an action, with one idempotency key until it is acknowledged. */
  post<T>(account: Pick<Account, 'apiKey'>, path: string, body?: unknown): Promise<T>
  read<T>(account: Pick<Account, 'apiKey'>, path: string): Promise<T>
  /** Whether a process ends in this story. */
  readonly isDisturbed: boolean
  /** Takes the step of the story during which a process ends, and returns when that process is back. */
  takeStep<T>(step: () => Promise<T>): Promise<T>
  /** Changes rows as time, or a system of record, would have. */
  change(statement: string, values: readonly unknown[]): Promise<void>
}

const grantedCents = 100_000
const soon = { timeout: 60_000, interval: 20 }

/** A stage with accounts of its own. Without a fail point its story is undisturbed; `pass` says which pass of the point ends the process. */
export async function openStage(
  { system, operator, armedFolder }: Stand,
  point: FailPoint | null,
  pass = 1,
): Promise<Stage> {
  const [buyer, provider] = await Promise.all([
    operator.openAccount({ cents: grantedCents }),
    operator.openAccount(),
  ])
  const wrongAnswers: string[] = []
  let sent = 0
  return {
    buyer,
    provider,
    wrongAnswers,
    isDisturbed: point !== null,
    async post<T>({ apiKey }: Pick<Account, 'apiKey'>, path: string, body: unknown = {}) {
      sent += 1
      const key = `${buyer.accountId} ${sent}`
      const answer: Acknowledged = await persistentCall(system.baseUrl, { apiKey, path, key, body })
      wrongAnswers.push(...answer.wrongAnswers)
      return JSON.parse(answer.text) as T
    },
    async read<T>({ apiKey }: Pick<Account, 'apiKey'>, path: string) {
      const headers = { authorization: `Bearer ${apiKey}` }
      const response = await fetch(`${system.baseUrl}${path}`, { headers })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as T
    },
    async takeStep(step) {
      if (point === null) return step()
      const ending = system.watch(point.slice(0, point.indexOf('.')))
      const armed = join(armedFolder, point)
      writeFileSync(armed, String(pass))
      const stepping = step()
      await vi.waitFor(() => expect(existsSync(armed)).toBe(false), soon)
      await ending.replaced()
      return stepping
    },
    change: (statement, values) => changeRows(system, statement, values),
  }
}

async function changeRows(system: System, statement: string, values: readonly unknown[]): Promise<void> {
  const url = readFileSync(system.file().database_url_file, 'utf8').trim()
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(statement, [...values])
    if (rowCount !== 1) throw new Error(`${rowCount} rows were changed by ${statement}`)
  } finally {
    await client.end()
  }
}

/**
 * A record without what differs in every run. IDs and digests are numbered by their first appearance, so that two that are equal stay equal;
 * times are left out.
 */
export function comparable(record: unknown): unknown {
  const names = new Map<string, string>()
  const numberOf = (text: string, kind: string) => {
    const name = names.get(text) ?? `${kind} ${names.size + 1}`
    names.set(text, name)
    return name
  }
  const text = JSON.stringify(record)
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'time')
    .replaceAll(/\b([a-z]{2,5})_[0-9a-f]{24}\b/g, (id, kind: string) => numberOf(id, kind))
    .replaceAll(/\b[0-9a-f]{64}\b/g, (digest) => numberOf(digest, 'digest'))
  return JSON.parse(text)
}
