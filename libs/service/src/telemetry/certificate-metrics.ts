import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Environment } from '@outturn/vocabulary'
import type { Metrics } from './metrics.ts'

/** Files with certificates by what names them, such as a setting. */
export type CertificateFiles = Readonly<Record<string, string | undefined>>

/** Exposes when each certificate ends, in seconds of the Unix epoch: of a file with several, the one that ends first. */
export function observeCertificates(
  metrics: Metrics,
  environment: Environment,
  files: CertificateFiles,
): void {
  const named = Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== undefined)
  metrics.observe({
    name: 'certificate_end_timestamp_seconds',
    help: 'When a certificate that this process uses ends, by the setting that names its file.',
    kind: 'gauge',
    labels: ['environment', 'certificate'],
    // Read anew, because a file is replaced before its certificate ends.
    read: () =>
      named.flatMap(([certificate, file]) => {
        const end = endOf(file)
        return end === null ? [] : [{ labels: { environment, certificate }, value: end }]
      }),
  })
}

/** Certificate files that a Postgres URL names, by their parameter. */
export function certificateFilesOfUrl(url: string | undefined): CertificateFiles {
  if (url === undefined) return {}
  const { searchParams } = new URL(url)
  return Object.fromEntries(
    ['sslrootcert', 'sslcert'].map((name) => [name, searchParams.get(name) ?? undefined]),
  )
}

function endOf(file: string): number | null {
  try {
    const blocks = readFileSync(file, 'utf8').match(
      /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g,
    )
    const ends = (blocks ?? []).map((pem) => Date.parse(new X509Certificate(pem).validTo) / 1_000)
    return ends.length === 0 ? null : Math.min(...ends)
  } catch {
    // A file that is missing or broken fails the next connection, which says so.
    return null
  }
}
