import type { Pool } from './pool.ts'

const required = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** Throws unless the server keeps what it has acknowledged through a crash. */
export async function assertDurableServer(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [required],
  )
  // off acknowledges before anything is flushed, local before a synchronous standby has it.
  const unsafe = rows.filter(({ setting }) => !['on', 'remote_apply', 'remote_write'].includes(setting))
  if (rows.length === required.length && unsafe.length === 0) return
  const found = unsafe.map(({ name, setting }) => `${name} is ${setting}`).join(', ')
  throw new Error(`Postgres does not keep what it acknowledges (${found}). Set them to on and start again.`)
}
