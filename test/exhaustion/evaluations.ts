import { readFileSync } from 'node:fs'
import { environments } from '@outturn/vocabulary'
import { schemaName } from '@outturn/contracts'
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

export async function readEvaluations({
  metrics,
  database_url_file: file,
}: SystemFile): Promise<Evaluations> {
  const text = await (await fetch(String(metrics['verification']))).text()
  const ended = (end: string) =>
    [...text.matchAll(new RegExp(`^outturn_runs_total\\{[^}]*end="${end}"[^}]*\\} (\\d+)$`, 'gm'))].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    )
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
    return { recorded: ended('recorded'), repeated: ended('repeated'), runs }
  } finally {
    await client.end()
  }
}
