import { join } from 'node:path'
import { findNatsServer, freePort, type GuardedProcess, startGuarded } from '@outturn/local-servers'
import { readdirSync, readFileSync } from 'node:fs'
import { repository } from '../../gates/run-program.ts'
import { type KubernetesObject, podsOf } from '../kubernetes-objects.ts'
import type { Mounts } from '../release-mounts.ts'

export interface NatsCluster {
  /** Addresses of all servers, by TLS. */
  readonly url: string
  readonly monitors: readonly string[]
  readonly servers: readonly GuardedProcess[]
}

/** Starts the servers of the StatefulSet on this machine, with its arguments, its configuration, and the passwords of its Secret. */
export async function startNatsCluster(
  objects: readonly KubernetesObject[],
  mounts: Mounts,
): Promise<NatsCluster> {
  const set = podsOf(objects).find(({ object }) => object.kind === 'StatefulSet')
  const args = set?.containers[0]?.args ?? []
  const count = set?.object.spec.replicas ?? 0
  const { path } = await findNatsServer({ binDir: join(repository, '.outturn/bin') })
  const ports = await Promise.all(
    Array.from({ length: count }, async () => ({
      client: await freePort(),
      cluster: await freePort(),
      monitor: await freePort(),
    })),
  )
  const certificate = mounts.authority.issue('nats', 'DNS:nats,DNS:localhost')
  const folder = join(mounts.secrets, 'outturn-nats-server')
  const passwords = Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
  const servers = ports.map(({ client, cluster, monitor }, index) => {
    const here: Readonly<Record<string, string>> = {
      '/etc/nats/nats.conf': join(repository, 'deploy/kubernetes/base/nats.conf'),
      '0.0.0.0': '127.0.0.1',
      '$(POD_NAME)': `nats-${index}`,
      '/data': join(mounts.root, `nats-${index}`),
      '8222': String(monitor),
      'nats://0.0.0.0:6222': `nats://127.0.0.1:${cluster}`,
      '--tlscert=/etc/nats-tls/tls.crt': `--tlscert=${certificate.certFile}`,
      '--tlskey=/etc/nats-tls/tls.key': `--tlskey=${certificate.keyFile}`,
      '--tlscacert=/etc/nats-tls/ca.crt': `--tlscacert=${mounts.authority.certFile}`,
    }
    const routes = (text: string) =>
      text.replaceAll(
        /nats-(\d)\.nats-headless:6222/g,
        (_, each: string) => `127.0.0.1:${ports[Number(each)]?.cluster}`,
      )
    return startGuarded({
      file: path,
      args: [...args.map((each) => here[each] ?? routes(each)), '--port', String(client)],
      logFile: join(mounts.root, `nats-${index}.log`),
      stopSignal: 'SIGTERM',
      env: { ...process.env, ...passwords },
    })
  })
  return {
    url: ports.map(({ client }) => `tls://localhost:${client}`).join(','),
    monitors: ports.map(({ monitor }) => `http://127.0.0.1:${monitor}`),
    servers: await Promise.all(servers),
  }
}
