import { type Runner, statement } from '@outturn/postgres'

const runningStatement = statement(
  'find_running_sync',
  `select sync_id, facts_created from source_sync where source_id = $1 and status = 'running'`,
)

/** The sync of a source that is under way. */
export type RunningSync = { readonly id: string; readonly factsCreated: number }

export async function findRunningSync(run: Runner, sourceId: string): Promise<RunningSync | null> {
  const [row] = await run<{ sync_id: string; facts_created: number }>(runningStatement, [sourceId])
  return row === undefined ? null : { id: row.sync_id, factsCreated: row.facts_created }
}

const startStatement = statement(
  'start_sync',
  `insert into source_sync (sync_id, source_id, status, started_at, leased_until) values ($1, $2, 'running', $3, $3)
   on conflict (source_id) where status = 'running' do nothing returning sync_id`,
)

/** Starts a sync that the next free replica takes; false while another one of the source runs. */
export async function startSync(
  run: Runner,
  sync: { readonly id: string; readonly sourceId: string; readonly at: Date },
): Promise<boolean> {
  return (await run(startStatement, [sync.id, sync.sourceId, sync.at])).length === 1
}
