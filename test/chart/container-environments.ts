import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { makeAuthority } from '@outturn/local-servers'
import { writeKubernetesSecrets } from '@outturn/secrets/kubernetes-layout'
import { environments } from '@outturn/vocabulary'
import { repository } from '../gates/run-program.ts'
import type { Renderings } from './compiled-objects.ts'
import { podsOf } from './kubernetes-objects.ts'

const run = promisify(execFile)

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
interface Mounts {
  readonly root: string
  /** Path on this machine of a path in the container of a process. */
  pathOf(process: string, path: string): string
}

async function mount(prefix: string): Promise<Mounts> {
  const root = mkdtempSync(join(tmpdir(), 'outturn-chart-'))
  const tls = join(root, 'tls')
  for (const folder of ['nats', 'postgres']) mkdirSync(join(tls, folder), { recursive: true })
  const authority = makeAuthority(root, 'authority')
  const client = authority.issue('client', 'DNS:client')
  for (const folder of ['nats', 'postgres']) cpSync(authority.certFile, join(tls, folder, 'ca.crt'))
  cpSync(client.certFile, join(tls, 'nats/tls.crt'))
  cpSync(client.keyFile, join(tls, 'nats/tls.key'))
  const secrets = await writeKubernetesSecrets({
    folder: join(root, 'kubernetes'),
    database: `postgres://outturn-postgres-rw:5432/outturn?sslmode=verify-full&sslrootcert=${join(tls, 'postgres/ca.crt')}`,
    prefix,
  })
  const keys = join(root, 'keys')
  for (const environment of environments)
    cpSync(join(secrets, `${prefix}-signing-keys-${environment}`), join(keys, environment), {
      recursive: true,
    })
  return {
    root,
    pathOf(process, path) {
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

/** Has each program check the environment of its containers; returns how many environments there were, and what was refused. */
export async function findRefusedEnvironments(
  renderings: Renderings,
  secretsOf: (rendering: string) => { prefix?: string; names?: Readonly<Record<string, string>> },
): Promise<{ checked: number; problems: string[] }> {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const [rendering, objects] of Object.entries(renderings)) {
    const { prefix = 'outturn', names = {} } = secretsOf(rendering)
    const mounts = await mount(prefix)
    for (const { name, containers, pod } of podsOf(objects)) {
      const container = containers[0]
      const isServer = container?.livenessProbe !== undefined || name === 'operator'
      if (container === undefined || !isServer) continue
      const variables = (container.env ?? []).flatMap(({ name: variable, value }) =>
        value === undefined ? [] : [[variable, value] as const],
      )
      const identity = JSON.stringify([name, variables])
      if (seen.has(identity)) continue
      seen.add(identity)
      const secret = pod.volumes?.find((volume) => volume.name === 'secrets')?.['secret'] as
        | { secretName: string }
        | undefined
      const expected = [`${prefix}-${name}`, names[name]]
      if (!expected.includes(secret?.secretName))
        problems.push(`${rendering}: ${name} mounts the Secret ${secret?.secretName}`)
      const env = Object.fromEntries(
        variables.map(([variable, value]) => [variable, mounts.pathOf(name, value)]),
      )
      const args =
        name === 'operator'
          ? ['deploy/operator/src/main.ts', '--help']
          : [(container.args?.[0] ?? '').replace(/\.js$/, '.ts'), '--check-config']
      const ended = await run(process.execPath, args, {
        cwd: repository,
        env: { PATH: process.env['PATH'], ...env },
      }).then(
        () => null,
        ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`.trim(),
      )
      if (ended !== null) problems.push(`${rendering}: ${name}: ${ended}`)
    }
    rmSync(mounts.root, { recursive: true, force: true })
  }
  return { checked: seen.size, problems }
}
