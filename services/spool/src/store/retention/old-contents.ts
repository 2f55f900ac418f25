import type { Environment } from '@outturn/vocabulary'
import { type Pool, query, statement } from '@outturn/postgres'
import type { Spool } from '../../domain/model/spool.ts'
import { fromStoredRow, storedColumns, type StoredRow, type StoredSpool } from '../spool-store.ts'

/** Where a walk over the Spools stands. */
export type SpoolPlace = { readonly createdAt: string; readonly id: string }

/** Spools that have not changed since an instant and may hold contents, from the oldest on, after a place. */
export async function spoolsWithContents(
  pool: Pool,
  environment: Environment,
  { after, until, limit }: { after: SpoolPlace | null; until: string; limit: number },
): Promise<StoredSpool[]> {
  const rows = await query<StoredRow>(
    pool,
    statement(
      'spools_with_contents',
      `select ${storedColumns} from spool as s
       where not contents_withdrawn and (created_at, id) > ($1::timestamptz, $2) and created_at <= $3 and updated_at <= $3
       order by created_at, id limit $4`,
    ),
    [after?.createdAt ?? '-infinity', after?.id ?? '', until, limit],
  )
  return rows.map((row) => fromStoredRow(row, environment))
}

/** Notes that nothing is held of a Spool any more, at the version at which it was so. */
export async function noteContentsWithdrawn(pool: Pool, { id, version }: Spool): Promise<void> {
  await query(
    pool,
    statement(
      'note_contents_withdrawn',
      'update spool set contents_withdrawn = true where id = $1 and version = $2',
    ),
    [id, version],
  )
}
