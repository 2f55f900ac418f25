import type { Environment } from '@outturn/vocabulary'
import { type Pool, query, statement } from '@outturn/postgres'
import type { Evidence, Spool } from '../domain/model/spool.ts'
import { type KeptReply, keptReplyColumns, keptReplyOf, type KeptReplyRow } from './kept-reply.ts'
import { fromRow, type SpoolRow, spoolColumns } from './spool-row.ts'

/** A Spool with the private salt of its units and, of the same version, its evidence in the order it was received. */
export type StoredSpool = { spool: Spool; salt: Uint8Array; evidence: Evidence[] }

export type StoredRow = SpoolRow & { evidence: Evidence[] }

// One snapshot of the Spool and its evidence: two statements could show evidence that is newer than the version.
export const storedColumns = `${spoolColumns}, (
  select coalesce(json_agg(e.item order by e.ordinal), '[]') from evidence as e where e.spool_id = s.id) as evidence`

export function fromStoredRow(row: StoredRow, environment: Environment): StoredSpool {
  return { spool: fromRow(row, environment), salt: row.salt, evidence: row.evidence }
}

/** A Spool by its id or its share id. */
export async function findSpool(
  pool: Pool,
  id: string,
  environment: Environment,
): Promise<StoredSpool | null> {
  const [row] = await query<StoredRow>(
    pool,
    statement('find_spool', `select ${storedColumns} from spool as s where id = $1 or share_id = $1`),
    [id],
  )
  return row === undefined ? null : fromStoredRow(row, environment)
}

/** A Spool as it is about to be changed by a command, or with the reply that this command already got. */
export type LoadedSpool = StoredSpool & ({ reply: null } | { reply: KeptReply })

/**
 * A Spool with the reply remembered for a command, in one snapshot: a command that is repeated after its effect never
 * meets that effect without its reply. Refuses when the command id was used for another request.
 */
export async function loadForCommand(
  pool: Pool,
  spoolId: string,
  command: { commandId: string; bodyDigest: string },
  environment: Environment,
): Promise<LoadedSpool | null> {
  type CommandRow = Omit<KeptReplyRow, 'body_digest' | 'is_refusal'> & {
    body_digest: string | null
    is_refusal: boolean | null
  }
  const [row] = await query<StoredRow & CommandRow>(
    pool,
    statement(
      'load_for_command',
      `select ${storedColumns}, c.*
       from spool as s left join (
         select ${keptReplyColumns} from command_log where command_id = $2) as c on true
       where s.id = $1`,
    ),
    [spoolId, command.commandId],
  )
  if (row === undefined) return null
  const found = fromStoredRow(row, environment)
  if (row.body_digest === null) return { ...found, reply: null }
  const logged = { ...row, body_digest: row.body_digest, is_refusal: row.is_refusal === true }
  return { ...found, reply: keptReplyOf(logged, command.bodyDigest) }
}

async function spoolsOf(
  pool: Pool,
  read: ReturnType<typeof statement>,
  values: unknown[],
  environment: Environment,
): Promise<Spool[]> {
  const rows = await query<SpoolRow>(pool, read, values)
  return rows.map((row) => fromRow(row, environment))
}

/** Spools by their ids, without those that do not exist. */
export async function findSpools(
  pool: Pool,
  ids: readonly string[],
  environment: Environment,
): Promise<Spool[]> {
  const read = statement('find_spools', `select ${spoolColumns} from spool where id = any($1)`)
  return spoolsOf(pool, read, [ids], environment)
}

/** Spools with a timer that is due and which no run holds back, the longest overdue first. */
export async function dueSpools(
  pool: Pool,
  now: Date,
  limit: number,
  environment: Environment,
): Promise<Spool[]> {
  const text = `select ${spoolColumns} from spool where due_at <= $1 and standing ->> 'openRunId' is null
    order by due_at limit $2`
  return spoolsOf(pool, statement('due_spools', text), [now, limit], environment)
}

/** Forgets when a Spool was due, at the version at which nothing was. */
export async function forgetDue(pool: Pool, { id, version }: Spool): Promise<void> {
  await query(
    pool,
    statement('forget_due', 'update spool set due_at = null where id = $1 and version = $2'),
    [id, version],
  )
}

/** Evidence of several Spools by their ids, each in the order it was received. */
export async function evidenceBySpool(
  pool: Pool,
  spoolIds: readonly string[],
): Promise<Map<string, Evidence[]>> {
  const rows = await query<{ spool_id: string; item: Evidence }>(
    pool,
    statement(
      'evidence_by_spool',
      'select spool_id, item from evidence where spool_id = any($1) order by spool_id, ordinal',
    ),
    [spoolIds],
  )
  const items = new Map<string, Evidence[]>(spoolIds.map((id) => [id, []]))
  for (const row of rows) items.get(row.spool_id)?.push(row.item)
  return items
}

/** The text of one evidence content, or null when the Spool holds none of that digest. */
export async function evidenceContent(pool: Pool, spoolId: string, digest: string): Promise<string | null> {
  const rows = await query<{ content: string }>(
    pool,
    statement(
      'evidence_content',
      'select content from evidence_content where spool_id = $1 and content_digest = $2',
    ),
    [spoolId, digest],
  )
  return rows[0]?.content ?? null
}
