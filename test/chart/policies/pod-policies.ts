import { configurations } from '@outturn/model/configurations'
import { isPerEnvironment, notesOf, variableName } from '@outturn/service'
import { environments } from '@outturn/vocabulary'
import { type KubernetesObject, podsOf } from '../kubernetes-objects.ts'
import type { Policy } from './policy.ts'

/** Changes the first pod that a predicate finds. */
const breakPod =
  (
    change: (found: ReturnType<typeof podsOf>[number]) => void,
    wanted: (name: string) => boolean = () => true,
  ) =>
  (objects: KubernetesObject[]) => {
    const found = podsOf(objects).find(({ name }) => wanted(name))
    if (found === undefined) throw new Error('no pod to break')
    change(found)
  }

const containersOf = (objects: readonly KubernetesObject[]) =>
  podsOf(objects).flatMap(({ name, containers }) =>
    containers.map((container) => ({ name: `${name}/${container.name}`, container })),
  )

/** Every variable that holds a secret itself, and not the path of its file. */
const secretVariables = new Set(
  Object.values(configurations).flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([setting, schema]) => {
      const isOwn = isPerEnvironment(schema)
      if (!notesOf(isOwn ? schema.schema : schema).isSecret) return []
      return isOwn ? environments.map((environment) => variableName(setting, environment)) : [setting]
    }),
  ),
)

const plainVolumes = new Set([
  'name',
  'emptyDir',
  'secret',
  'persistentVolumeClaim',
  'configMap',
  'projected',
])

/** What a pod of the `restricted` profile of the Pod Security Standards must have, and what we ask beyond it. */
export const podPolicies: readonly Policy[] = [
  {
    name: 'pods are restricted: not root, no privilege, no capability, a read-only root, plain volumes',
    find: (objects) =>
      podsOf(objects).flatMap(({ name, pod, containers }) => [
        ...(pod.securityContext?.['runAsNonRoot'] === true ? [] : [`${name} may run as root`]),
        ...(pod.securityContext?.seccompProfile?.type === 'RuntimeDefault'
          ? []
          : [`${name} has no seccomp profile`]),
        ...['hostNetwork', 'hostPID', 'hostIPC']
          .filter((member) => member in pod)
          .map((member) => `${name} has ${member}`),
        ...(pod.volumes ?? []).flatMap((volume) =>
          Object.keys(volume)
            .filter((kind) => !plainVolumes.has(kind))
            .map((kind) => `${name} mounts ${kind}`),
        ),
        ...containers.flatMap(({ securityContext: context }) => [
          ...(context?.['allowPrivilegeEscalation'] === false ? [] : [`${name} may gain privileges`]),
          ...(context?.['readOnlyRootFilesystem'] === true ? [] : [`${name} can write its image`]),
          ...(context?.['privileged'] === true ? [`${name} is privileged`] : []),
          ...(context?.capabilities?.drop?.includes('ALL') === true ? [] : [`${name} keeps capabilities`]),
        ]),
      ]),
    breaks: breakPod(({ containers }) => {
      delete containers[0]?.securityContext?.['readOnlyRootFilesystem']
    }),
  },
  {
    name: 'a container has a request and a limit of memory, a request of CPU, and no limit of CPU',
    find: (objects) =>
      containersOf(objects).flatMap(({ name, container: { resources } }) => [
        ...(resources?.limits?.['cpu'] === undefined ? [] : [`${name} has a limit of CPU`]),
        ...(resources?.limits?.['memory'] === undefined ? [`${name} has no limit of memory`] : []),
        ...['cpu', 'memory'].flatMap((each) =>
          resources?.requests?.[each] === undefined ? [`${name} requests no ${each}`] : [],
        ),
      ]),
    breaks: breakPod(({ containers }) => {
      Object.assign(containers[0]?.resources?.limits ?? {}, { cpu: '1' })
    }),
  },
  {
    name: 'no variables of Services, and no token of the API server',
    find: (objects) => [
      ...podsOf(objects).flatMap(({ name, pod }) => [
        ...(pod.enableServiceLinks === false
          ? []
          : [`${name} gets variables of Services, which end its start`]),
        ...(pod.automountServiceAccountToken === false ? [] : [`${name} mounts a token`]),
      ]),
      ...objects
        .filter((each) => each.kind === 'ServiceAccount' && each.automountServiceAccountToken !== false)
        .map(({ metadata }) => `the ServiceAccount ${metadata.name} mounts a token`),
    ],
    breaks: breakPod(({ pod }) => {
      delete pod.enableServiceLinks
    }),
  },
  {
    name: 'secrets are files: none is a variable, and the chart makes none',
    find: (objects) => [
      ...objects
        .filter(({ kind }) => kind === 'Secret')
        .map(({ metadata }) => `${metadata.name} is a Secret`),
      ...containersOf(objects).flatMap(({ name, container }) => [
        ...(container.envFrom === undefined ? [] : [`${name} has envFrom`]),
        ...(container.env ?? [])
          .filter(({ valueFrom }) => valueFrom !== undefined && valueFrom.fieldRef === undefined)
          .map((variable) => `${name} has ${variable.name} of a Secret or ConfigMap`),
        ...(container.env ?? [])
          .filter(({ name: variable }) => secretVariables.has(variable))
          .map((variable) => `${name} has the secret ${variable.name} in clear`),
      ]),
    ],
    breaks: breakPod(({ containers }) => {
      containers[0]?.env?.push({ name: 'DATABASE_URL', value: 'postgres://…' })
    }),
  },
  {
    name: 'signing keys are mounted by signing, and written by the Job of the keys alone',
    find: (objects) =>
      podsOf(objects).flatMap(({ name, containers }) =>
        containers.flatMap(({ volumeMounts = [] }) =>
          volumeMounts
            .filter(({ mountPath }) => mountPath === '/keys' || mountPath.startsWith('/keys/'))
            .filter(({ readOnly }) => name !== 'keys' && !(name === 'signing' && readOnly === true))
            .map(({ mountPath }) => `${name} mounts ${mountPath}`),
        ),
      ),
    breaks: breakPod(
      ({ containers }) => {
        containers[0]?.volumeMounts?.push({ name: 'keys', mountPath: '/keys' })
      },
      (name) => name === 'gateway',
    ),
  },
  {
    name: 'the floor of the log is a volume that stays, of signing alone',
    find: (objects) =>
      podsOf(objects).flatMap(({ name, pod, containers }) => {
        const volume = containers
          .flatMap(({ volumeMounts = [] }) => volumeMounts)
          .find(({ mountPath }) => mountPath === '/floor')
        const kept = pod.volumes?.find((each) => each.name === volume?.name)?.['persistentVolumeClaim']
        if (name === 'signing') return kept === undefined ? ['signing keeps no floor'] : []
        return volume === undefined ? [] : [`${name} mounts the floor`]
      }),
    breaks: breakPod(
      ({ pod }) => {
        for (const volume of pod.volumes ?? []) delete volume['persistentVolumeClaim']
      },
      (name) => name === 'signing',
    ),
  },
  {
    name: 'probes: the start outlasts its wait for the stores, /livez decides of a restart, /readyz of callers',
    find: (objects) =>
      podsOf(objects)
        .filter(({ object, name }) => object.kind === 'Deployment' && name !== 'operator')
        .flatMap(({ name, containers: [container] }) => {
          const { startupProbe: start, livenessProbe: live, readinessProbe: ready } = container ?? {}
          const startSeconds = (start?.periodSeconds ?? 0) * (start?.failureThreshold ?? 0)
          return [
            ...(startSeconds > 60
              ? []
              : [`${name} is ended after ${startSeconds} s, before it gives up itself`]),
            ...(live?.httpGet?.path === '/livez' ? [] : [`${name} is restarted by ${live?.httpGet?.path}`]),
            ...((live?.failureThreshold ?? 0) >= 6 ? [] : [`${name} is restarted while its loop is held`]),
            ...(ready?.httpGet?.path === '/readyz' && (ready.timeoutSeconds ?? 1) >= 3
              ? []
              : [`${name} has another readiness probe`]),
          ]
        }),
    breaks: breakPod(
      ({ containers }) => {
        if (containers[0]?.livenessProbe?.httpGet !== undefined)
          containers[0].livenessProbe.httpGet.path = '/readyz'
      },
      (name) => name === 'spool',
    ),
  },
  {
    name: 'the grace of a stop is longer than its delay, its time and ten seconds',
    find: (objects) =>
      podsOf(objects)
        .filter(({ object, name }) => object.kind === 'Deployment' && name !== 'operator')
        .flatMap(({ name, pod, containers: [container] }) => {
          const ms = (variable: string, absent: number) =>
            Number(container?.env?.find((each) => each.name === variable)?.value ?? absent)
          const needed = (ms('OUTTURN_STOP_DELAY_MS', 0) + ms('OUTTURN_STOP_TIMEOUT_MS', 25_000)) / 1_000 + 10
          const given = pod.terminationGracePeriodSeconds ?? 30
          return given >= needed ? [] : [`${name} is ended after ${given} s and may need ${needed} s`]
        }),
    breaks: breakPod(
      ({ pod }) => {
        pod.terminationGracePeriodSeconds = 30
      },
      (name) => name === 'gateway',
    ),
  },
  {
    name: 'an image is named by a version or a digest',
    find: (objects) =>
      containersOf(objects).flatMap(({ name, container: { image } }) =>
        /(:[\w][\w.-]*|@sha256:[0-9a-f]{64})$/.test(image) && !image.endsWith(':latest')
          ? []
          : [`${name} has the image ${image}`],
      ),
    breaks: breakPod(({ containers }) => {
      if (containers[0] !== undefined) containers[0].image = 'outturn:latest'
    }),
  },
]
