import {
  allSecrets,
  type Condition,
  type DeployedProcess,
  internalPort,
  type Place,
  probes,
  publicPort,
  type Setting,
  stopGraceSeconds,
  stopSeconds,
  toVariable,
} from '@outturn/model'
import { environments } from '@outturn/vocabulary'

/** Folder of the secrets, which `npm run secrets` makes. */
export const secretsFolder = './.outturn/docker'

const image = 'outturn:${OUTTURN_VERSION:-local}'

const keysFolder = '/keys'
const floorFolder = '/floor'

/** A container that writes nothing but its volumes, holds no capability and gains none. */
export const hardened = {
  read_only: true,
  tmpfs: ['/tmp'],
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  restart: 'unless-stopped',
  networks: ['internal'],
}

/** Members that every process of ours has. */
export const processDefaults = {
  image,
  build: {
    context: '.',
    dockerfile: 'deploy/docker/Dockerfile',
    args: { VERSION: '${OUTTURN_VERSION:-local}', REVISION: '${OUTTURN_REVISION:-unknown}' },
  },
  user: '1000:1000',
  ...hardened,
  stop_grace_period: `${stopSeconds}s`,
  healthcheck: {
    test: ['CMD', 'bash', 'health.sh', '127.0.0.1', String(internalPort), probes.ready],
    interval: '5s',
    timeout: '3s',
    start_period: '60s',
    retries: 5,
  },
}

/** What every service waits for. */
export const readyFirst = conditionsOf([
  { of: 'prepare', is: 'completed' },
  { of: 'streams', is: 'ready' },
])

/** Members of one process beside the defaults. */
export function composeProcess(process: DeployedProcess): object {
  const { program, lifetime, reach, signingKeys, after, settings, secrets } = process
  const main = `${program.folder}/${program.main.replace(/\.ts$/, '.js')}`
  const conditions = conditionsOf(after.filter(({ of }) => !(process.hasSharedSettings && of in readyFirst)))
  const environment = settingVariables(settings)
  const volumes = [
    ...(signingKeys === undefined ? [] : [`keys:${keysFolder}${signingKeys === 'read' ? ':ro' : ''}`]),
    ...(process.keepsLogFloor === true ? [`floor:${floorFolder}`] : []),
  ]
  return {
    ...(lifetime === 'tool'
      ? { profiles: ['tools'], entrypoint: ['node', main], command: ['--help'], restart: 'no' }
      : { command: [main, ...process.arguments, ...(signingKeys === 'write' ? [keysFolder] : [])] }),
    ...(lifetime === 'task' && { restart: 'on-failure' }),
    ...(process.readyPath === undefined && { healthcheck: { disable: true } }),
    ...(reach === 'callers' && {
      networks: ['internal', 'edge'],
      stop_grace_period: `${stopGraceSeconds(process)}s`,
      ports: [`127.0.0.1:\${HTTP_PORT:-${publicPort}}:${publicPort}`],
    }),
    ...(reach === 'internet' && { networks: ['internal', 'outside'] }),
    ...(volumes.length > 0 && { volumes }),
    ...(after.length > 0 && { depends_on: conditions }),
    ...(Object.keys(environment).length > 0 && { environment }),
    ...(secrets.length > 0 && { secrets: secrets.map(({ name }) => name) }),
  }
}

function conditionsOf(conditions: readonly Condition[]): Record<string, { condition: string }> {
  const names = { ready: 'service_healthy', completed: 'service_completed_successfully' } as const
  return Object.fromEntries(conditions.map(({ of, is }) => [of, { condition: names[is] }]))
}

/** Settings as environment variables of a container. */
export function settingVariables(settings: readonly Setting[]): Record<string, string> {
  const variables = settings.map((setting) =>
    toVariable(
      setting,
      (place) => places[place],
      ({ name }) => `/run/secrets/${name}`,
    ),
  )
  return Object.fromEntries(variables.filter((variable) => variable !== null))
}

const places: Readonly<Record<Place, string>> = {
  'bus-address': 'nats://nats:4222',
  'public-address': `\${OUTTURN_PUBLIC_URL:-http://127.0.0.1:${publicPort}}`,
  'listen-address': '0.0.0.0',
  purpose: '${OUTTURN_DEPLOYMENT:-production}',
  'signing-keys': keysFolder,
  'log-floor': floorFolder,
  documentation: '/docs',
  'stop-delay': '${OUTTURN_STOP_DELAY_MS:-0}',
  environments: environments.join(','),
  'stream-replicas': '1',
}

/** Where each secret lies on the machine that runs the containers. */
export function allSecretFiles(): Record<string, { file: string }> {
  return Object.fromEntries(allSecrets.map(({ name }) => [name, { file: `${secretsFolder}/${name}` }]))
}
