import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createMetrics, observeCertificates, serveProbes } from '@outturn/service'

/** A process with a backup and a certificate that can be made old. */
export type Ageing = {
  readonly address: string
  ageBackup(): () => Promise<void>
  ageCertificate(): () => Promise<void>
  stop(): Promise<void>
}

/** Tells the metrics of the program of backups and of a real certificate file, by the code that the services have. */
export async function startAgeingTarget(folder: string, { tellsBackup = true } = {}): Promise<Ageing> {
  const metrics = createMetrics({ service: 'backup', tellsProcess: false })
  const certificate = join(folder, 'client.crt')
  const issue = (days: number) =>
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
        ...['-days', String(days), '-subj', '/CN=drill'],
        ...['-keyout', join(folder, 'client.key'), '-out', certificate],
      ],
      { stdio: 'pipe' },
    )
  issue(90)
  observeCertificates(metrics, 'production', { NATS_CERT_FILE: certificate })
  let completedAt = Date.now() / 1_000
  const backup = {
    name: 'backup_completed_timestamp_seconds',
    help: 'End of the last verified base backup.',
    kind: 'gauge',
    read: () => [{ labels: {}, value: completedAt }],
  } as const
  // A real program of backups tells its own.
  if (tellsBackup) metrics.observe({ ...backup, labels: [] })
  const probes = await serveProbes({ host: '127.0.0.1', port: 0, metrics })
  return {
    address: `127.0.0.1:${probes.port}`,
    ageBackup() {
      completedAt -= 27 * 3_600
      return async () => {
        completedAt = Date.now() / 1_000
      }
    },
    ageCertificate() {
      issue(1)
      return async () => void issue(90)
    },
    stop: () => probes.close(),
  }
}
