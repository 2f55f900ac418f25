import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@outturn/local-servers'
import { nodeArguments } from '@outturn/model/node-process'
import { createClient, type OneCallRequest } from '@outturn/sdk'
import { repository } from '../../gates/run-program.ts'
import { type KubernetesObject, podsOf } from '../kubernetes-objects.ts'
import { type Mounts, mountRelease } from '../release-mounts.ts'
import { type NatsCluster, startNatsCluster } from './nats-cluster.ts'
import { startPostgresByTls } from './postgres-server.ts'

const run = promisify(execFile)

type Pod = ReturnType<typeof podsOf>[number]

interface RunningPod {
  readonly name: string
  readonly pod: Pod
  readonly process: ChildProcess
  readonly internalUrl: string
}

/**
 * Runs what a release renders as processes of this machine, each with the arguments, variables, files, user, probes and grace of its container: the
 * migrations, then everything else. Then it makes an account, verifies, verifies again with one server of NATS gone, and stops.
 */
export async function runRelease(
  objects: readonly KubernetesObject[],
  example: readonly KubernetesObject[],
  scaled: readonly KubernetesObject[],
  report: (message: string) => void,
): Promise<void> {
  const port = await freePort()
  const mounts = await mountRelease('outturn', `localhost:${port}`)
  const pods: RunningPod[] = []
  let nats: NatsCluster | undefined
  const postgres = await startPostgresByTls(mounts, port)
  try {
    nats = await startNatsCluster(example, mounts)
    giveToGroup(podsOf(objects), mounts)
    const release = { mounts, natsUrl: nats.url, publicPort: await freePort() }
    await migrate(objects, mounts)
    for (const pod of podsOf(objects)) if (isServer(pod)) pods.push(await startPod(pod, release))
    await Promise.all(pods.map(untilReady))
    report(
      `${pods.length} processes are ready, with Postgres and ${nats.servers.length} servers of NATS by TLS`,
    )
    report(await checkQueues(scaled, nats))
    const operator = podsOf(objects).find(({ name }) => name === 'operator')
    if (operator === undefined) throw new Error('the release has no operator')
    const apiKey = await makeKey(operator, release)
    const client = createClient({
      baseUrl: `http://127.0.0.1:${release.publicPort}`,
      apiKey,
      maxAttempts: 30,
      deadlineMs: 60_000,
    })
    const request = JSON.parse(
      readFileSync(join(repository, 'deploy/docker/sample-request.json'), 'utf8'),
    ) as OneCallRequest
    const { receipt } = await client.verify(request)
    if (receipt === null) throw new Error('the verification has no receipt')
    await nats.servers[0]?.kill()
    await client.verify(request)
    report('a verification has its receipt, and another one after a server of NATS was killed')
    report(await stopAll(pods))
  } finally {
    for (const { process: child } of pods) if (child.exitCode === null) child.kill('SIGKILL')
    await Promise.all((nats?.servers ?? []).map((server) => server.stop()))
    await postgres.stop()
    rmSync(mounts.root, { recursive: true, force: true })
  }
}

/** As the kubelet mounts volumes: Secrets belong to root and are read by the group of the pod, which may also write the floor. */
function giveToGroup(pods: readonly Pod[], { secrets, root, pathOf }: Mounts): void {
  if (process.getuid?.() !== 0) return
  const group = Number(pods[0]?.pod.securityContext?.['fsGroup'])
  const give = (path: string, folderMode: number) => {
    chownSync(path, 0, group)
    if (!statSync(path).isDirectory()) return chmodSync(path, 0o440)
    chmodSync(path, folderMode)
    for (const name of readdirSync(path)) give(join(path, name), folderMode)
  }
  chmodSync(dirname(secrets), 0o711)
  for (const path of [secrets, join(root, 'keys'), join(root, 'tls')]) give(path, 0o750)
  give(pathOf('signing', '/floor'), 0o2770)
}

interface Release {
  readonly mounts: Mounts
  readonly natsUrl: string
  readonly publicPort: number
}

function isServer({ object, name }: Pod): boolean {
  return object.kind === 'Deployment' && name !== 'operator'
}

async function migrate(objects: readonly KubernetesObject[], mounts: Mounts): Promise<void> {
  const job = podsOf(objects).find(({ name }) => name === 'prepare')
  const main = job?.containers[0]?.args?.[0] ?? ''
  const env = { PATH: process.env['PATH'], SECRETS_DIR: join(mounts.secrets, 'outturn-prepare') }
  await run(process.execPath, [main.replace(/\.js$/, '.ts')], { cwd: repository, env })
}

/** Variables of a container with the addresses and paths of this machine. */
function variablesOf({ name, containers }: Pod, { mounts, natsUrl }: Release): Record<string, string> {
  const given = (containers[0]?.env ?? []).map(({ name: variable, value = '' }) => [
    variable,
    variable === 'NATS_URL' ? natsUrl : mounts.pathOf(name, value),
  ])
  return { PATH: process.env['PATH'] ?? '', ...(Object.fromEntries(given) as Record<string, string>) }
}

async function startPod(pod: Pod, release: Release): Promise<RunningPod> {
  const internalPort = await freePort()
  const [main = '', ...args] = pod.containers[0]?.args ?? []
  const { OUTTURN_DOCS_FOLDER: _, ...variables } = variablesOf(pod, release)
  // Each container has these ports for itself.
  const ports = {
    OUTTURN_INTERNAL_PORT: String(internalPort),
    ...(pod.name === 'gateway' && { OUTTURN_HTTP_PORT: String(release.publicPort) }),
  }
  const log = openSync(join(release.mounts.root, `${pod.name}.log`), 'a')
  const child = spawn(process.execPath, [...nodeArguments, main.replace(/\.js$/, '.ts'), ...args], {
    cwd: repository,
    env: { ...variables, ...ports },
    stdio: ['ignore', log, log],
    ...accountOf(pod),
  })
  return { name: pod.name, pod, process: child, internalUrl: `http://127.0.0.1:${internalPort}` }
}

/** User and group of the pod. Root alone may choose them; another user runs everything as itself. */
function accountOf({ pod }: Pod): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  return { uid: Number(pod.securityContext?.['runAsUser']), gid: Number(pod.securityContext?.['runAsGroup']) }
}

/** Asks as the startup and the readiness probe of the container do. */
async function untilReady({ name, pod, process: child, internalUrl }: RunningPod): Promise<void> {
  const container = pod.containers[0]
  const answers = (path = '') =>
    fetch(`${internalUrl}${path}`).then(
      ({ ok }) => ok,
      () => false,
    )
  const { startupProbe: start, readinessProbe: ready } = container ?? {}
  const periodMs = (start?.periodSeconds ?? 2) * 1_000
  for (let failures = 0; failures < (start?.failureThreshold ?? 0); failures += 1) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode} while it started`)
    if ((await answers(start?.httpGet?.path)) && (await answers(ready?.httpGet?.path))) return
    await sleep(periodMs)
  }
  throw new Error(`${name} was not ready before its startup probe gave up`)
}

interface MonitoredStreams {
  account_details?: {
    name: string
    stream_detail?: {
      name: string
      cluster?: { replicas?: { current: boolean }[] }
      consumer_detail?: { name: string }[]
    }[]
  }[]
}

/** Every queue that KEDA would read is in the monitoring of NATS, as KEDA reads it. */
async function checkQueues(scaled: readonly KubernetesObject[], nats: NatsCluster): Promise<string> {
  const answers = nats.monitors.map(async (monitor) => {
    const response = await fetch(`${monitor}/jsz?acc=$G&consumers=true&config=true`)
    return (await response.json()) as MonitoredStreams
  })
  const streams = (await Promise.all(answers))
    .flatMap(({ account_details: accounts = [] }) => accounts)
    .flatMap(({ stream_detail: details = [] }) => details)
  const copies = streams.map(({ cluster }) => 1 + (cluster?.replicas?.length ?? 0))
  if (copies.some((count) => count !== nats.servers.length))
    throw new Error(`streams have ${copies.join(', ')} copies`)
  const triggers = scaled
    .flatMap(({ spec }) => spec?.triggers ?? [])
    .filter(({ type }) => type === 'nats-jetstream')
  for (const { metadata } of triggers) {
    const consumers = streams
      .filter(({ name }) => name === metadata['stream'])
      .flatMap(({ consumer_detail: details = [] }) => details.map(({ name }) => name))
    if (!consumers.includes(metadata['consumer'] ?? ''))
      throw new Error(`NATS has no consumer ${metadata['stream']}.${metadata['consumer']}`)
  }
  return `${new Set(streams.map(({ name }) => name)).size} streams with ${copies[0]} copies each, and the ${triggers.length} queues that KEDA reads`
}

async function makeKey(operator: Pod, release: Release): Promise<string> {
  const env = variablesOf(operator, release)
  const admin = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, ['deploy/operator/src/main.ts', '--json', ...args], {
      cwd: repository,
      env,
    })
    return JSON.stringify(JSON.parse(stdout))
  }
  const account =
    /acc_[0-9a-f]+/.exec(await admin('account', 'create', '--name', 'Acme', '--allowance', '10'))?.[0] ?? ''
  return /spk_live_\w+/.exec(await admin('key', 'create', '--account', account))?.[0] ?? ''
}

/** Stops each process as a node does: SIGTERM, and an end within its grace. */
async function stopAll(pods: readonly RunningPod[]): Promise<string> {
  const ended = pods.map(async ({ name, pod, process: child }) => {
    const graceSeconds = pod.pod.terminationGracePeriodSeconds ?? 30
    const startedAt = performance.now()
    const exit = once(child, 'exit') as Promise<[number | null]>
    child.kill('SIGTERM')
    const [code] = await Promise.race([exit, sleep(graceSeconds * 1_000, ['its grace'] as const)])
    if (code !== 0) throw new Error(`${name} ended with ${code} when it was stopped`)
    return { name, seconds: (performance.now() - startedAt) / 1_000 }
  })
  const longest = (await Promise.all(ended)).toSorted((a, b) => b.seconds - a.seconds)[0]
  return `every process ended with 0 within its grace, ${longest?.name} after ${longest?.seconds.toFixed(0)} s`
}
