import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Authority, makeAuthority } from '@outturn/local-servers'
import { writeKubernetesSecrets } from '@outturn/secrets/kubernetes-layout'
import { environments } from '@outturn/vocabulary'

/** Secrets that operators add to those of a process, by the keys that the values name. */
const added: Readonly<Record<string, string>> = {
  'smtp-url': 'smtps://user:password@mail.example.com',
  'x402-rpc-url': 'https://rpc.example.com/key',
  'mpp-secret': 'a-secret-of-a-test-of-more-than-32-characters',
  'stripe-secret-key': 'sk_test_of_a_test',
  'rpc-url': 'https://rpc.example.com/key',
  'signer-key': `0x${'1'.repeat(64)}`,
  'judge-api-key': 'key-of-a-test',
  'remote-signer-token': 'a-token-of-a-test-of-more-than-16',
}

/** What the Secrets of a release hold, mounted at the paths of its containers below one folder. */
export interface Mounts {
  readonly root: string
  /** Folder of the Secrets, one folder each. */
  readonly secrets: string
  /** Issues the certificates of servers; its own is mounted as that of Postgres and NATS. */
  readonly authority: Authority
  /** Path on this machine of a path in the container of a process. */
  pathOf(process: string, path: string): string
}

/** Makes what a release mounts: Secrets with this beginning of their names, and certificates. */
export async function mountRelease(prefix: string, postgres = 'outturn-postgres-rw:5432'): Promise<Mounts> {
  const root = mkdtempSync(join(tmpdir(), 'outturn-chart-'))
  // Postgres may run under another account, which must be able to enter the folder.
  chmodSync(root, 0o711)
  const tls = join(root, 'tls')
  for (const folder of ['nats', 'postgres']) mkdirSync(join(tls, folder), { recursive: true })
  const authority = makeAuthority(root, 'authority')
  const client = authority.issue('client', 'DNS:client')
  for (const folder of ['nats', 'postgres']) cpSync(authority.certFile, join(tls, folder, 'ca.crt'))
  cpSync(client.certFile, join(tls, 'nats/tls.crt'))
  cpSync(client.keyFile, join(tls, 'nats/tls.key'))
  const secrets = await writeKubernetesSecrets({
    folder: join(root, 'kubernetes'),
    database: `postgres://${postgres}/outturn?sslmode=verify-full&sslrootcert=${join(tls, 'postgres/ca.crt')}`,
    prefix,
  })
  const keys = join(root, 'keys')
  for (const environment of environments)
    cpSync(join(secrets, `${prefix}-signing-keys-${environment}`), join(keys, environment), {
      recursive: true,
    })
  mkdirSync(join(root, 'floor'))
  return {
    root,
    secrets,
    authority,
    pathOf(process, path) {
      if (path === '/floor') return join(root, 'floor')
      if (path.startsWith('/keys')) return path.replace('/keys', keys)
      if (path.startsWith('/run/tls/')) return path.replace('/run/tls', tls)
      if (!path.startsWith('/run/secrets/')) return path
      const file = path.replace('/run/secrets', join(secrets, `${prefix}-${process}`))
      const extra = added[file.slice(dirname(file).length + 1)]
      if (!existsSync(file) && extra !== undefined) writeFileSync(file, extra)
      return file
    },
  }
}
