import type { Pool } from '@outturn/postgres'
import type { QueryConfig } from 'pg'

/** What a statement did in the database, beyond what it returned. */
export type PlanWork = {
  /** Pairs of rows that its joins held against one another in vain. */
  readonly pairsInVain: number
  /** Indexes that it read, and tables that it read from end to end. */
  readonly indexes: readonly string[]
  readonly scannedTables: readonly string[]
}

type PlanNode = {
  'Rows Removed by Join Filter'?: number
  'Index Name'?: string
  'Node Type': string
  'Relation Name'?: string
  'Actual Loops': number
  Plans?: PlanNode[]
}

/** What each statement does that `use` sends: it takes effect, but its answer has no rows. */
export async function planWorkOf(
  pool: Pool,
  use: (explaining: Pool) => Promise<unknown>,
): Promise<PlanWork[]> {
  const works: PlanWork[] = []
  const explaining = {
    async query({ text, values }: QueryConfig) {
      const { rows } = await pool.query({
        text: `explain (analyze, format json) ${text}`,
        ...(values && { values }),
      })
      const [{ Plan: root }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }]
      works.push(workOf(nodesIn(root)))
      return { rows: [] }
    },
  }
  await use(explaining as unknown as Pool)
  return works
}

function nodesIn(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesIn)]
}

function workOf(nodes: readonly PlanNode[]): PlanWork {
  const read = nodes.filter((node) => node['Actual Loops'] > 0)
  const namesIn = (names: readonly (string | undefined)[]) => [
    ...new Set(names.filter((name) => name !== undefined)),
  ]
  return {
    pairsInVain: read.reduce(
      (sum, node) => sum + (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'],
      0,
    ),
    indexes: namesIn(read.map((node) => node['Index Name'])),
    scannedTables: namesIn(
      read.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']),
    ),
  }
}
