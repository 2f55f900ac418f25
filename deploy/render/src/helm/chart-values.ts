import {
  deployedProcesses,
  deployedServers,
  postgresConnections,
  resourcesOf,
  scalings,
} from '@outturn/model'
import { environments } from '@outturn/vocabulary'
import { serviceValues } from './service-values.ts'
import { choice, flag, group, integer, passedOn, text, texts, type ValueSchema } from './value-schema.ts'

const lags = scalings.flatMap(({ triggers }) => triggers.filter((trigger) => trigger.type === 'lag'))
const mostConnections = postgresConnections(
  (server) => scalings.find((each) => each.server === server)?.maxReplicas ?? 2,
)

/** Every value of the chart. */
export const chartValues: ValueSchema = group('Values of the chart of Outturn.', {
  global: passedOn('Values of a chart that contains this one; not read.'),
  publicUrl: text(
    'Required. Address under which people and clients reach the deployment, such as `https://outturn.example.com`.',
    '',
    '^(https?://.+)?$',
  ),
  environments: {
    type: 'array',
    description: 'Environments that are hosted. The migrations prepare both, so that one can be added later.',
    default: [...environments],
    items: { type: 'string', enum: environments },
    minItems: 1,
    uniqueItems: true,
  },
  deployment: choice('Purpose of the deployment.', ['production', 'development', 'test'], 'production'),
  stopDelayMs: integer(
    'Time that a gateway that stops goes on to serve, until every proxy has taken it out, in milliseconds.',
    10_000,
    { minimum: 0, maximum: 120_000 },
  ),
  nameOverride: text(
    'Name of the objects, in place of that of the release.',
    '',
    '^([a-z]([a-z0-9-]{0,38}[a-z0-9])?)?$',
  ),
  image: group('Image of every process.', {
    repository: text('Repository of the image, with its registry.', 'outturn'),
    tag: text('Tag of the image; by default the version of the chart.'),
    digest: text('Digest of the image, `sha256:…`; it goes before the tag.', '', '^(sha256:[0-9a-f]{64})?$'),
    pullPolicy: choice('When a node fetches the image.', ['IfNotPresent', 'Always', 'Never'], 'IfNotPresent'),
    pullSecrets: passedOn('Secrets for the registry, `[{name: …}]`.', []),
  }),
  postgres: group('Postgres, which the chart does not install. Its address is in the Secrets.', {
    maxConnections: integer(
      'Value of `max_connections` of the server. More processes than it has connections for are refused.',
      Math.ceil((mostConnections + 100) / 100) * 100,
      { minimum: 50 },
    ),
    port: integer('Port of the server.', 5_432, { minimum: 1, maximum: 65_535 }),
    peers: passedOn('Where the server is, as peers of a NetworkPolicy.', [
      { podSelector: { matchLabels: { 'cnpg.io/cluster': 'outturn-postgres' } } },
    ]),
    caSecret: text(
      'Secret whose `ca.crt` is mounted as `/run/tls/postgres/ca.crt`, for URLs with `sslmode=verify-full&sslrootcert=…`.',
    ),
  }),
  nats: group('NATS with JetStream, which the chart does not install.', {
    url: text('Addresses of the servers, comma-separated.', 'nats://nats:4222', '^(nats|tls)://.+$'),
    port: integer('Port of the servers.', 4_222, { minimum: 1, maximum: 65_535 }),
    peers: passedOn('Where the servers are, as peers of a NetworkPolicy.', [
      { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'nats' } } },
    ]),
    streamReplicas: {
      type: 'integer',
      description: 'Servers that keep a copy of each stream: 1, or 3 or 5 on a cluster.',
      enum: [1, 3, 5],
      default: 1,
    },
    monitoringEndpoint: text(
      'Address of the monitoring of NATS, which KEDA reads; name the headless Service of a cluster.',
      'nats-headless:8222',
    ),
    tls: group('TLS to NATS.', {
      secret: text(
        'Secret with `ca.crt`, and `tls.crt` and `tls.key` for a client certificate; without one NATS is not asked for TLS.',
      ),
      clientCertificate: flag('The servers ask for a client certificate.', false),
    }),
  }),
  secrets: group('Secrets, which the chart does not make: one for each process, mounted as files.', {
    prefix: text('Secrets are named `<prefix>-<process>`; by default the name of the objects.'),
    names: group(
      'Names of Secrets that are named otherwise.',
      Object.fromEntries(
        deployedProcesses
          .filter(({ secrets }) => secrets.length > 0)
          .map(({ name }) => [name, text(`Secret of ${name}.`)]),
      ),
    ),
    revision: text('Any text; the pods restart when it changes, for instance after passwords were replaced.'),
  }),
  signingKeys: group('Keys that sign receipts. Signing alone mounts them.', {
    secrets: group(
      'Secrets with the key files of an environment, such as `receipt.pem`; by default `<prefix>-signing-keys-<environment>`.',
      Object.fromEntries(
        environments.map((environment) => [environment, text(`Secret with the keys of ${environment}.`)]),
      ),
    ),
    existingClaim: text(
      'PersistentVolumeClaim in place of the Secrets; a Job makes the keys that are missing in it. The chart never deletes it.',
    ),
  }),
  logFloor: group(
    'Volume of the floor of the log: what signing gave out last, by which it knows a restored database. Never part of a backup of Postgres.',
    {
      existingClaim: text(
        'PersistentVolumeClaim; without one the chart makes a claim, and keeps it when the release is removed.',
      ),
      size: text('Size of the claim that the chart makes.', '1Gi'),
      storageClass: text('Storage class of that claim; by default that of the cluster.'),
      accessMode: choice(
        'Access of that claim. `ReadWriteOnce` keeps every process of signing on one node.',
        ['ReadWriteMany', 'ReadWriteOnce'],
        'ReadWriteMany',
      ),
    },
  ),
  services: group(
    'Services, one Deployment each.',
    Object.fromEntries(deployedServers.map((server) => [server.name, serviceValues(server)])),
  ),
  streams: group('The process that makes the streams of NATS.', {
    resources: resources('streams'),
  }),
  operator: group(
    'A pod in which an operator runs commands by `kubectl exec`. It holds the bus password of the operator.',
    {
      enabled: flag('Run the pod.', true),
      resources: resources('operator'),
    },
  ),
  migrations: group('The Job that makes roles, schemas and tables, before each installation and upgrade.', {
    enabled: flag(
      'Run the Job; without it an operator runs `deploy/prepare` of the same version first.',
      true,
    ),
    arguments: passedOn(
      'Arguments of the program, such as `--plan`, for a Job that is rendered by `helm template` and applied by hand.',
      [],
    ),
    activeDeadlineSeconds: integer('Longest time of the Job, in seconds.', 900, { minimum: 30 }),
    backoffLimit: integer('Tries after the first one.', 3, { minimum: 0 }),
    resources: resources('prepare'),
  }),
  autoscaling: group('How the number of processes follows the work.', {
    mode: choice(
      '`hpa` by CPU; `keda` by CPU and the lag of the job queues, where KEDA is installed; `none` keeps `replicas`.',
      ['hpa', 'keda', 'none'],
      'hpa',
    ),
    lagThresholds: group(
      'Messages of each job queue that a process of verification holds before one more is wanted.',
      Object.fromEntries(
        lags.map(({ consumer, threshold }) => [
          consumer,
          integer(`Threshold of the queue ${consumer}.`, threshold, { minimum: 1 }),
        ]),
      ),
    ),
  }),
  service: group('Service of the gateway.', {
    type: choice('Type of the Service.', ['ClusterIP', 'NodePort', 'LoadBalancer'], 'ClusterIP'),
    port: integer('Port of the Service.', 80, { minimum: 1, maximum: 65_535 }),
    annotations: texts('Annotations of the Service.'),
  }),
  ingress: group('Ingress to the gateway. It must pass on the `Host` that it received.', {
    enabled: flag('Make an Ingress for the host of `publicUrl`.', false),
    className: text('Class of the Ingress.'),
    tlsSecret: text('Secret with the certificate of the host.'),
    annotations: texts('Annotations of the Ingress.'),
  }),
  networkPolicy: group('Policies that refuse every connection that is not needed.', {
    enabled: flag('Make them; they hold where the network of the cluster enforces them.', true),
    callers: passedOn(
      'Who may reach the gateway, as peers of a NetworkPolicy; without one every address may.',
      [],
    ),
    monitoring: passedOn('Who may read metrics, as peers of a NetworkPolicy.', [
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } },
    ]),
    dns: passedOn('Who answers names, as peers of a NetworkPolicy.', [
      {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
        podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
      },
    ]),
  }),
  monitoring: group('Objects of the Prometheus operator.', {
    podMonitor: group('Scraping of every process.', {
      enabled: flag('Make a PodMonitor.', false),
      interval: text('Interval of scraping.', '15s'),
      labels: texts('Labels by which Prometheus finds it.'),
    }),
    prometheusRule: group('Alerts.', {
      enabled: flag('Make a PrometheusRule of the alerts.', false),
      runbookBase: text(
        'Address of the page of alerts, which each alert links to; by default the one that the gateway serves below `publicUrl`.',
      ),
      labels: texts('Labels by which Prometheus finds it.'),
    }),
    dashboards: group('Dashboards of Grafana.', {
      enabled: flag('Make a ConfigMap for each dashboard.', false),
      labels: texts('Labels by which Grafana finds them.', { grafana_dashboard: '1' }),
    }),
  }),
  tracing: group('Traces by OTLP.', {
    endpoint: text(
      'OTLP/HTTP collector, such as `http://collector.monitoring:4318`; without one nothing is recorded.',
      '',
      '^(https?://.+)?$',
    ),
    sampler: text('Sampler, `OTEL_TRACES_SAMPLER`.', 'parentbased_traceidratio'),
    samplerArgument: text('Argument of the sampler, such as the share of the traces that are kept.', '0.1'),
    port: integer('Port of the collector, for the NetworkPolicy.', 4_318, { minimum: 1, maximum: 65_535 }),
    peers: passedOn('Where the collector is, as peers of a NetworkPolicy.', [
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } },
    ]),
  }),
  podLabels: texts('Labels of every pod.'),
  priorityClassName: text('Priority class of every pod.'),
  nodeSelector: texts('Labels of the nodes that pods run on.'),
  tolerations: passedOn('Tolerations of every pod.', []),
  affinity: passedOn('Affinity of every pod, beside the spread over zones and nodes.'),
})

function resources(name: 'streams' | 'operator' | 'prepare'): ValueSchema {
  const { cpu, memory, memoryLimit } = resourcesOf(name)
  return passedOn('CPU and memory.', { requests: { cpu, memory }, limits: { memory: memoryLimit } })
}
