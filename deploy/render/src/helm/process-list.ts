import {
  type DeployedProcess,
  deployedProcesses,
  deployedServers,
  internalPort,
  outwardSettingsOf,
  type Place,
  probes,
  publicPort,
  resourcesOf,
  scalings,
  sharedSettings,
  type Setting,
  toVariable,
} from '@outturn/model'
import { configurations } from '@outturn/model/configurations'
import { notesOf } from '@outturn/service'
import { Document } from 'yaml'

const header = ` Rendered from deploy/model by \`npm run render:deployment\`; change it there.

 The processes of the deployment, as the templates read them. Values are templates of Helm.`

/** Where each place is in the chart, as a template over its values. */
const places: Readonly<Record<Place, string>> = {
  environments: '{{ join "," .Values.environments }}',
  'bus-address': '{{ .Values.nats.url }}',
  'public-address': '{{ .Values.publicUrl }}',
  'listen-address': '0.0.0.0',
  purpose: '{{ .Values.deployment }}',
  'signing-keys': '/keys',
  'log-floor': '/floor',
  documentation: '/docs',
  'stop-delay': '{{ int .Values.stopDelayMs }}',
  'stream-replicas': '{{ int .Values.nats.streamReplicas }}',
}

/** files/processes.yaml of the chart. */
export function renderProcessList(): string {
  const document = new Document(
    {
      ports: { public: publicPort, internal: internalPort },
      probes,
      poolMax: defaultOf('OUTTURN_POOL_MAX'),
      stopTimeoutMs: defaultOf('OUTTURN_STOP_TIMEOUT_MS'),
      processes: Object.fromEntries(deployedProcesses.map((process) => [process.name, processOf(process)])),
    },
    { aliasDuplicateObjects: false },
  )
  document.commentBefore = header
  return document.toString({ lineWidth: 140 })
}

function processOf(process: DeployedProcess): object {
  const { name, program, lifetime, reach, secrets, signingKeys } = process
  const settings = [...(process.hasSharedSettings ? sharedSettings : []), ...process.settings]
  const server = deployedServers.find((each) => each.name === name)
  const scaling = scalings.find((each) => each.server === name)
  const { cpu, memory, memoryLimit } = resourcesOf(name)
  return {
    lifetime,
    main: `${program.folder}/${program.main.replace(/\.ts$/, '.js')}`,
    arguments: process.arguments,
    isService: server !== undefined,
    reach,
    usesPostgres: secrets.some(({ kind }) => kind === 'database-url'),
    usesNats: secrets.some(({ kind }) => kind === 'bus-password'),
    hasSecrets: secrets.length > 0,
    ...(signingKeys !== undefined && { signingKeys }),
    ...(process.keepsLogFloor === true && { keepsLogFloor: true }),
    ...(process.readyPath !== undefined && { readyPath: process.readyPath }),
    resources: { requests: { cpu, memory }, limits: { memory: memoryLimit } },
    env: settings.flatMap(variableOf),
    ...(server !== undefined && { outward: outwardSettingsOf(server.name) }),
    ...(scaling !== undefined &&
      scaling.triggers.length > 0 && {
        scaling: {
          triggers: scaling.triggers,
          pollingIntervalSeconds: scaling.pollingIntervalSeconds,
          behavior: {
            scaleUp: directionOf(scaling.behavior.up),
            scaleDown: directionOf(scaling.behavior.down),
          },
          ...(scaling.fallback !== undefined && {
            fallback: {
              failureThreshold: scaling.fallback.failureThreshold,
              behavior: scaling.fallback.behavior,
            },
          }),
        },
      }),
  }
}

function directionOf(direction: (typeof scalings)[number]['behavior']['up']): object {
  return { ...direction, selectPolicy: 'Max' }
}

function variableOf(setting: Setting): object[] {
  const variable = toVariable(
    setting,
    (place) => places[place],
    ({ name }) => `/run/secrets/${name}`,
  )
  if (variable === null) return []
  const [name, value] = variable
  return [{ name, value, ...(setting.environment !== undefined && { environment: setting.environment }) }]
}

/** Default of a setting that every service has. */
function defaultOf(name: 'OUTTURN_POOL_MAX' | 'OUTTURN_STOP_TIMEOUT_MS'): number {
  return Number(notesOf(configurations.spool.shape[name]).default)
}
