import { chownSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres, type RunningPostgres, startPostgres } from '@outturn/local-servers'
import { Client } from 'pg'
import type { Mounts } from '../release-mounts.ts'

/** Starts Postgres with the password of the superuser's Secret, a database, and TLS by a certificate of the release's authority. */
export async function startPostgresByTls(mounts: Mounts, port: number): Promise<RunningPostgres> {
  const binaries = await findPostgres()
  if (binaries.kind === 'url') throw new Error('unset DATABASE_URL: the release gets a Postgres of its own')
  const password = readFileSync(join(mounts.secrets, 'outturn-postgres-superuser/password'), 'utf8')
  const postgres = await startPostgres({
    binaries,
    dataDir: join(mounts.root, 'postgres'),
    password,
    port,
    ephemeral: true,
  })
  const certificate = mounts.authority.issue('postgres', 'DNS:localhost')
  const { uid, gid } = statSync(postgres.dataDir)
  for (const file of [certificate.certFile, certificate.keyFile]) chownSync(file, uid, gid)
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  for (const setting of [
    `ssl_cert_file = '${certificate.certFile}'`,
    `ssl_key_file = '${certificate.keyFile}'`,
    'ssl = on',
  ])
    await client.query(`alter system set ${setting}`)
  await client.query('select pg_reload_conf()')
  await client.query('create database outturn')
  await client.end()
  return postgres
}
