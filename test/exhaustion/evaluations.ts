import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { environments } from '@outturn/vocabulary'
import { schemaName, type ServiceName } from '@outturn/contracts'
import { Client } from 'pg'
import type { SystemFile } from '../system/running-system.ts'

/** What verification has told of runs since it started, and how many runs there are. */
export type Evaluations = {
  /** Told after they were judged: more of them than there are runs means that one was judged twice. */
  readonly recorded: number
  /** Told again, as they had been recorded; a run is told so too where the first answer of the database got lost. */
  readonly repeated: number
  readonly runs: number
}

/** Reads them once no run is open any more: those of the sandbox hold no money that could tell of them, and go on unasked. */
export async function readEvaluations(
  { metrics, database_url_file: file }: SystemFile,
  giveUpAt: number,
): Promise<Evaluations> {
  return withClient(file, async (client) => {
    await untilNoneIsOpen(client, giveUpAt)
    return { ...(await toldBy(String(metrics['verification']))), runs: await recordedRuns(client) }
  })
}

/** Waits until no run is open any more: what an attack left to do goes on after its requests were answered. */
export function untilNoRunIsOpen(
  { database_url_file: file }: Pick<SystemFile, 'database_url_file'>,
  giveUpAt: number,
): Promise<void> {
  return withClient(file, (client) => untilNoneIsOpen(client, giveUpAt))
}

async function withClient<Result>(file: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: readFileSync(file, 'utf8').trim() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function untilNoneIsOpen(client: Client, giveUpAt: number): Promise<void> {
  while ((await openRuns(client)) > 0 && Date.now() < giveUpAt) await pause(200)
}

async function toldBy(url: string): Promise<Omit<Evaluations, 'runs'>> {
  const text = await (await fetch(url)).text()
  const ended = (end: string) =>
    [...text.matchAll(new RegExp(`^outturn_runs_total\\{[^}]*end="${end}"[^}]*\\} (\\d+)$`, 'gm'))].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    )
  return { recorded: ended('recorded'), repeated: ended('repeated') }
}

function recordedRuns(client: Client): Promise<number> {
  return countAll(client, (schema) => `${schema('verification')}.run`)
}

function openRuns(client: Client): Promise<number> {
  return countAll(client, (schema) => `${schema('spool')}.verification_process where state = 'requested'`)
}

/** How many rows there are of a table of every environment. */
async function countAll(
  client: Client,
  table: (schema: (service: ServiceName) => string) => string,
): Promise<number> {
  let sum = 0
  for (const environment of environments) {
    const from = table((service) => schemaName(service, environment))
    const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${from}`)
    sum += rows[0]?.count ?? 0
  }
  return sum
}
