import { readFileSync } from 'node:fs'
import { environments } from '@outturn/vocabulary'
import { schemaName } from '@outturn/contracts'
import { Client } from 'pg'
import type { SystemFile } from '../system/running-system.ts'

/** How many runs verification has recorded since it started, and how many there are: more of the first were judged twice. */
export async function readEvaluations({ metrics, database_url_file: file }: SystemFile): Promise<{
  readonly judged: number
  readonly runs: number
}> {
  const text = await (await fetch(String(metrics['verification']))).text()
  const judged = [...text.matchAll(/^outturn_runs_total\{[^}]*end="recorded"[^}]*\} (\d+)$/gm)]
  const client = new Client({ connectionString: readFileSync(file, 'utf8').trim() })
  await client.connect()
  try {
    const counts = environments.map(async (environment) => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::integer as count from ${schemaName('verification', environment)}.run`,
      )
      return rows[0]?.count ?? 0
    })
    const runs = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
    return { judged: judged.reduce((sum, [, count]) => sum + Number(count), 0), runs }
  } finally {
    await client.end()
  }
}
