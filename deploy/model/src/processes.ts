import { busUserName, serviceNames } from '@outturn/contracts'
import { environments } from '@outturn/vocabulary'
import { busPassword, databaseUrl, type Secret, superuser } from './secrets.ts'
import { allRoles } from './schema-roles.ts'
import { type ServerName, type Setting, type SettingValue, settingsOf } from './settings.ts'

/** A program of the repository: its package and its main file. */
export interface Program {
  readonly folder: string
  readonly main: string
}

/** Port of the public API, where callers reach the gateway. */
export const publicPort = 8080
/** Port of the probes and metrics of a server. */
export const internalPort = 9090

/** Longest time of a stop after its delay, s: work in flight ends by itself within 25 s, and connections within five more. */
export const stopSeconds = 40
/** Longest delay that a gateway takes before it stops, s. */
const longestStopDelaySeconds = 120

/** After this time a process that was told to stop is ended, s. It ends by itself when it is done, so this is a bound and no wait. */
export function stopGraceSeconds({ reach }: Pick<DeployedProcess, 'reach'>): number {
  return reach === 'callers' ? longestStopDelaySeconds + stopSeconds : stopSeconds
}

/** Paths on the internal port. */
export const probes = { startup: '/startupz', live: '/livez', ready: '/readyz' } as const

export type ProcessName = ServerName | 'streams' | 'prepare' | 'keys' | 'operator'

/** What another process or a server must have done before a process starts. */
export interface Condition {
  readonly of: ProcessName | 'postgres' | 'nats'
  readonly is: 'ready' | 'completed'
}

/** A process of a deployment, as every layout of a deployment runs it. */
export interface DeployedProcess {
  readonly name: ProcessName
  /** One sentence on what it does, where the name does not say it. */
  readonly description?: string
  readonly program: Program
  readonly arguments: readonly string[]
  /** A server runs until it is stopped, a task until its work is done, a tool when an operator calls it. */
  readonly lifetime: 'server' | 'task' | 'tool'
  /** Its settings; a service has the shared ones beside them. */
  readonly settings: readonly Setting[]
  readonly hasSharedSettings: boolean
  /** Secrets that it reads. */
  readonly secrets: readonly Secret[]
  /** `callers` reach it from outside; `internet`: it reaches foreign addresses. Everything else stays inside. */
  readonly reach: 'inside' | 'callers' | 'internet'
  /** Path on the internal port that answers 200 when it is ready; a task and a tool have none. */
  readonly readyPath?: string
  /** How it uses the folder of the signing keys, if it does. */
  readonly signingKeys?: 'read' | 'write'
  /** It writes the last published state of the log to a folder that outlives it. */
  readonly keepsLogFloor?: boolean
  readonly after: readonly Condition[]
}

const at = (place: 'bus-address' | 'listen-address' | 'environments' | 'stream-replicas'): SettingValue => ({
  from: 'place',
  place,
})

/** A service or the fetcher: what answers callers and does the work. */
export interface DeployedServer extends DeployedProcess {
  readonly name: ServerName
}

export const deployedServers: readonly DeployedServer[] = [...serviceNames, 'fetcher' as const].map(
  (name) => {
    const settings = settingsOf(name)
    const isSigner = name === 'signing'
    return {
      name,
      program:
        name === 'fetcher'
          ? { folder: 'services/verification', main: 'src/fetcher/main.ts' }
          : { folder: `services/${name}`, main: 'src/main.ts' },
      arguments: [],
      lifetime: 'server',
      settings,
      hasSharedSettings: true,
      secrets: secretsAmong(settings),
      reach: name === 'gateway' ? 'callers' : name === 'fetcher' ? 'internet' : 'inside',
      readyPath: probes.ready,
      ...(isSigner && { signingKeys: 'read' as const, keepsLogFloor: true }),
      after: [
        { of: 'prepare', is: 'completed' },
        { of: 'streams', is: 'ready' },
        ...(isSigner ? [{ of: 'keys', is: 'completed' } as const] : []),
      ],
    }
  },
)

const streamSettings: readonly Setting[] = [
  { variable: 'ENVIRONMENTS', value: at('environments') },
  { variable: 'NATS_URL', value: at('bus-address') },
  { variable: 'OUTTURN_INTERNAL_HOST', value: at('listen-address') },
  { variable: 'OUTTURN_STREAM_REPLICAS', value: at('stream-replicas') },
  {
    variable: 'OUTTURN_NATS_PASSWORD',
    value: { from: 'secret', secret: busPassword(busUserName('deploy', 'production')) },
  },
]

const operatorSettings: readonly Setting[] = [
  { variable: 'NATS_URL', value: at('bus-address') },
  ...environments.map((environment) => ({
    variable: environment === 'demo' ? 'OUTTURN_DEMO_NATS_PASSWORD' : 'OUTTURN_NATS_PASSWORD',
    value: { from: 'secret', secret: busPassword(busUserName('operator', environment)) } as const,
    environment,
  })),
]

/** Every process of a deployment: what prepares it, what serves, and what its operator calls. */
export const deployedProcesses: readonly DeployedProcess[] = [
  {
    name: 'prepare',
    description: 'Applies the roles, schemas and migrations; ends when they are applied.',
    program: { folder: 'deploy/prepare', main: 'src/main.ts' },
    arguments: [],
    lifetime: 'task',
    settings: [],
    hasSharedSettings: false,
    secrets: [superuser, ...allRoles].map(databaseUrl),
    reach: 'inside',
    after: [{ of: 'postgres', is: 'ready' }],
  },
  {
    name: 'streams',
    description: 'Makes the streams, and makes them again when NATS comes back without them.',
    program: { folder: 'deploy/streams', main: 'src/main.ts' },
    arguments: [],
    lifetime: 'server',
    settings: streamSettings,
    hasSharedSettings: false,
    secrets: secretsAmong(streamSettings),
    reach: 'inside',
    readyPath: probes.ready,
    after: [{ of: 'nats', is: 'ready' }],
  },
  {
    name: 'keys',
    description: 'Makes the signing keys that are missing; ends when they are there. Back the volume up.',
    program: { folder: 'deploy/keys', main: 'src/main.ts' },
    arguments: ['--dir'],
    lifetime: 'task',
    settings: [],
    hasSharedSettings: false,
    secrets: [],
    reach: 'inside',
    signingKeys: 'write',
    after: [],
  },
  ...deployedServers,
  {
    name: 'operator',
    description: 'Runs one command of the operator.',
    program: { folder: 'deploy/operator', main: 'src/main.ts' },
    arguments: [],
    lifetime: 'tool',
    settings: operatorSettings,
    hasSharedSettings: false,
    secrets: secretsAmong(operatorSettings),
    reach: 'inside',
    after: [],
  },
]

function secretsAmong(settings: readonly Setting[]): Secret[] {
  return settings.flatMap(({ value }) => (value.from === 'secret' ? [value.secret] : []))
}
