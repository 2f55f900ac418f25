import { type DeployedServer, resourcesOf, scalings, sharedSettings, type Setting } from '@outturn/model'
import { configurations } from '@outturn/model/configurations'
import { isPerEnvironment, notesOf } from '@outturn/service'
import { environments } from '@outturn/vocabulary'
import { variableName } from '@outturn/service/define-config'
import { group, integer, passedOn, text, texts, type ValueSchema } from './value-schema.ts'

/** Variables that the chart sets by itself for whatever speaks to NATS. */
const ofTheChart = ['NATS_CA_FILE', 'NATS_CERT_FILE', 'NATS_KEY_FILE', 'OTEL_EXPORTER_OTLP_ENDPOINT']
/** The chart connects probes, services and policies by the ports that are the defaults. */
const fixed = [
  'OUTTURN_INTERNAL_PORT',
  'OUTTURN_HTTP_PORT',
  'OUTTURN_STOP_WITH_PARENT',
  'OUTTURN_FAIL_POINTS_DIR',
]

/** The values of one service. */
export function serviceValues(server: DeployedServer): ValueSchema {
  const { name } = server
  const resources = resourcesOf(name)
  const scaling = scalings.find((each) => each.server === name)
  const isScaled = scaling !== undefined && scaling.triggers.length > 0
  const { env, secretFiles } = settingsOf(server)
  return group(`Processes of ${name}.`, {
    replicas: integer(
      isScaled ? 'Number of processes; the smallest one where they are scaled.' : 'Number of processes.',
      scaling?.minReplicas ?? 2,
      { minimum: 1 },
    ),
    ...(isScaled && {
      maxReplicas: integer('Largest number of processes, where they are scaled.', scaling.maxReplicas, {
        minimum: 1,
      }),
    }),
    tag: text(
      'Tag of the image of this service alone, to roll services one after another; by default that of `image`.',
    ),
    resources: passedOn('CPU and memory of each process. Leave out a limit of CPU: throttling sheds load.', {
      requests: { cpu: resources.cpu, memory: resources.memory },
      limits: { memory: resources.memoryLimit },
    }),
    env: {
      type: 'object',
      description: `Settings of ${name} by their names; a name that it does not know is refused.`,
      default: {},
      additionalProperties: false,
      properties: env,
    },
    secretFiles: {
      type: 'object',
      description:
        'Secret settings by their names, each with the key of its file in the Secret of the process.',
      default: {},
      additionalProperties: false,
      properties: secretFiles,
    },
    egress: passedOn('Rules of NetworkPolicy for further addresses that the processes may reach.', []),
    podAnnotations: texts('Annotations of the pods.'),
    serviceAccountAnnotations: texts('Annotations of the ServiceAccount, such as an identity of a cloud.'),
  })
}

/** Settings that an operator may set, apart from those that the deployment decides. */
function settingsOf({ name, settings }: DeployedServer): {
  env: Record<string, ValueSchema>
  secretFiles: Record<string, ValueSchema>
} {
  const decided = new Set([
    ...[...sharedSettings, ...settings].map(({ variable }: Setting) => variable),
    ...ofTheChart,
    ...fixed,
  ])
  const env: Record<string, ValueSchema> = {}
  const secretFiles: Record<string, ValueSchema> = {}
  for (const [setting, schema] of Object.entries(configurations[name].shape)) {
    const notes = notesOf(isPerEnvironment(schema) ? schema.schema : schema)
    const names = isPerEnvironment(schema)
      ? environments.map((environment) => variableName(setting, environment))
      : [setting]
    for (const variable of names.filter((each) => !decided.has(each))) {
      if (notes.isSecret)
        secretFiles[variable] = {
          type: 'string',
          description: notes.description,
          pattern: '^[A-Za-z0-9._-]+$',
        }
      else env[variable] = { type: ['string', 'number', 'boolean'], description: notes.description }
    }
  }
  return { env, secretFiles }
}
