import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { limitFiles } from '../../system/broken-store.ts'
import { runAdmin } from '../../system/admin.ts'
import type { System } from '../../system/running-system.ts'
import { fillDisk, freeze, keepDoing, keepKilling, sql } from '../breaking.ts'
import type { Ageing } from './ageing-target.ts'

/** Something that breaks, and the alert that has to say so. */
export type Fault = {
  readonly name: string
  /** The alerts that may tell of it: one of them, once, and no page of another. */
  readonly alerts: readonly string[]
  readonly receiver: 'page' | 'ticket'
  /** Within so many seconds at the scale of the drill. */
  readonly withinSeconds: number
  /** Returns what ends it. */
  begin(): Promise<() => Promise<unknown>>
}

/** Every fault, in an order in which those that only show in symptoms come before the causes, which hide symptoms for a while. */
export function allFaults(
  system: System,
  ageing: Ageing,
  disks: { postgres: string; nats: string },
): Fault[] {
  const page = { receiver: 'page', withinSeconds: 60 } as const
  return [
    {
      ...page,
      name: 'requests fail',
      alerts: ['OutturnBudgetBurningFast'],
      begin: async () => {
        await sql(system, 'revoke insert, update on spool.spool from outturn_spool')
        return () => sql(system, 'grant insert, update on spool.spool to outturn_spool')
      },
    },
    {
      ...page,
      name: 'an event that no receiver confirms',
      withinSeconds: 140,
      alerts: ['OutturnOutboxOld'],
      begin: async () => {
        const id = randomUUID()
        await sql(
          system,
          `insert into settlement.outbox (id, subject, body, waiting_for, due_at)
           values ('${id}', 'production.event.drill', '{}', '{gone}', now() + interval '1 day')`,
        )
        return () => sql(system, `delete from settlement.outbox where id = '${id}'`)
      },
    },
    {
      ...page,
      name: 'NATS stands still',
      alerts: ['OutturnNatsDown'],
      begin: () => freeze(system, 'nats'),
    },
    {
      ...page,
      name: 'billing is killed again and again',
      alerts: ['OutturnServiceAbsent'],
      begin: () => keepKilling(system, 'billing'),
    },
    {
      ...page,
      name: 'the receipt key is revoked without another one',
      alerts: ['OutturnSigningStopped'],
      begin: () => revokeReceiptKey(system),
    },
    {
      ...page,
      name: 'Postgres stands still',
      alerts: ['OutturnPostgresDown'],
      begin: () => freeze(system, 'postgres'),
    },
    {
      ...page,
      name: 'streams that store nothing',
      alerts: ['OutturnNatsDown', 'OutturnStreamsMissing'],
      begin: async () => {
        // The supervisor restarts a NATS that cannot write, so each further one is limited as well.
        const end = keepDoing(() => limitFiles(system.file().pids['nats'] ?? 0, 1))
        return async () => {
          await end()
          limitFiles(system.file().pids['nats'] ?? 0, null)
        }
      },
    },
    {
      ...page,
      name: 'the disk of Postgres is full',
      alerts: ['OutturnStoreFull', 'OutturnPostgresDown'],
      begin: async () => fillDisk(disks.postgres),
    },
    {
      ...page,
      name: 'the disk of NATS is full',
      alerts: ['OutturnNatsDown', 'OutturnStreamsMissing'],
      begin: async () => fillDisk(disks.nats),
    },
    {
      ...page,
      name: 'the fetcher is gone',
      alerts: ['OutturnServiceAbsent'],
      begin: () => freeze(system, 'fetcher'),
    },
    {
      ...page,
      name: 'an old backup',
      alerts: ['OutturnBackupOld'],
      begin: async () => ageing.ageBackup(),
    },
    {
      ...page,
      name: 'a certificate that ends',
      alerts: ['OutturnCertificateEndsNow'],
      begin: async () => ageing.ageCertificate(),
    },
  ]
}

async function revokeReceiptKey(system: System): Promise<() => Promise<void>> {
  const operate = async (...words: string[]) => {
    const { code, errors, json } = await runAdmin(system.file(), 'drill', ...words)
    if (code !== 0) throw new Error(`${words.join(' ')}: ${errors}`)
    return json as { key_id: string; purpose: string; status: string }[]
  }
  const keys = await operate('keys', 'list')
  const key = keys.find(({ purpose, status }) => purpose === 'receipt' && status === 'active')
  if (key === undefined) throw new Error('no key for receipts is active')
  await operate('keys', 'revoke', key.key_id, '--without-replacement', '--reason', 'drill')
  return async () => {
    const folder = join(system.home, 'secrets/signing-keys')
    execFileSync(process.execPath, [
      join(import.meta.dirname, '../../../deploy/keys/src/main.ts'),
      ...['--dir', folder, '--environment', 'production', '--purpose', 'receipt', '--label', 'drill'],
    ])
    await operate('keys', 'rotate', '--purpose', 'receipt', '--reason', 'drill')
  }
}
