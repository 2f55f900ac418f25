import { onPool, type Pool, statement } from '@outturn/postgres'

/** A lease that is not renewed ends after this time; all replicas read the clock of the database. */
const leaseMs = 4_000

const take = statement(
  'take_audit_lease',
  `insert into audit_lease (command_id, holder, ends_at)
   values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
   on conflict (command_id) do update set holder = excluded.holder, ends_at = excluded.ends_at
     where audit_lease.ends_at <= clock_timestamp()
   returning holder`,
)

const renew = statement(
  'renew_audit_leases',
  `update audit_lease set ends_at = clock_timestamp() + $2 * interval '1 millisecond' where holder = $1`,
)

const release = statement(
  'release_audit_lease',
  'delete from audit_lease where command_id = $1 and holder = $2',
)

/** Takes the lease of a command; false while another process has it. */
export async function takeAuditLease(pool: Pool, commandId: string, holder: string): Promise<boolean> {
  const rows = await onPool(pool)(take, [commandId, holder, leaseMs])
  return rows.length === 1
}

/** Renews the leases of a process. */
export async function renewAuditLeases(pool: Pool, holder: string): Promise<void> {
  await onPool(pool)(renew, [holder, leaseMs])
}

export async function releaseAuditLease(pool: Pool, commandId: string, holder: string): Promise<void> {
  await onPool(pool)(release, [commandId, holder])
}

/** Forgets leases that ended with their process. */
export async function forgetAuditLeases(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    "delete from audit_lease where ends_at < clock_timestamp() - interval '1 hour'",
  )
  return rowCount ?? 0
}
