import { allJobs, jobConsumer, jobStream } from '@outturn/contracts'
import { deployedServers } from '@outturn/model'
import { environments } from '@outturn/vocabulary'
import { type KubernetesObject, podsOf, selects } from '../kubernetes-objects.ts'
import type { Policy } from './policy.ts'

const ofKind = (objects: readonly KubernetesObject[], kind: string) =>
  objects.filter((each) => each.kind === kind)

const first = (objects: readonly KubernetesObject[], kind: string): KubernetesObject => {
  const [found] = ofKind(objects, kind)
  if (found === undefined) throw new Error(`no ${kind} to break`)
  return found
}

const servicePods = (objects: readonly KubernetesObject[]) =>
  podsOf(objects).filter(({ name }) => deployedServers.some((server) => server.name === name))

/** Pods and NetworkPolicies that let them out to any address. */
const reachesInternet = (objects: readonly KubernetesObject[]) =>
  podsOf(objects).filter(({ labels }) =>
    ofKind(objects, 'NetworkPolicy').some(
      ({ spec }) =>
        selects(spec.podSelector?.matchLabels, labels) &&
        (spec.egress ?? []).some(
          ({ to }) => to === undefined || to.some(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0'),
        ),
    ),
  )

/** Settings that need a way out, as the values of the release have them. */
const outwardVariables =
  /^(SMTP_URL|OUTTURN_(DEMO_)?(JUDGE_URL|POLICY_MODEL_URL|REMOTE_SIGNER_URL|STRIPE_SECRET_KEY|X402_\w+_URL|SETTLEMENT_(RPC_URL|STRIPE_SECRET_KEY)))(_FILE)?$/

export const releasePolicies: readonly Policy[] = [
  {
    name: 'every service of the model has a Deployment, a ServiceAccount of its own and a disruption budget',
    find: (objects) =>
      deployedServers.flatMap(({ name }) => {
        const found = podsOf(objects).find((pod) => pod.name === name)
        if (found === undefined) return [`${name} has no Deployment`]
        const accounts = podsOf(objects).map(({ pod }) => pod.serviceAccountName)
        const account = found.pod.serviceAccountName
        const isKnown = ofKind(objects, 'ServiceAccount').some(({ metadata }) => metadata.name === account)
        const budgets = ofKind(objects, 'PodDisruptionBudget').filter(
          ({ spec }) => spec.maxUnavailable === 1 && selects(spec.selector?.matchLabels, found.labels),
        )
        return [
          ...(isKnown ? [] : [`${name} has no ServiceAccount`]),
          ...(accounts.filter((each) => each === account).length === 1
            ? []
            : [`${name} shares its ServiceAccount`]),
          ...(budgets.length === 1 ? [] : [`${name} has ${budgets.length} disruption budgets`]),
        ]
      }),
    breaks: (objects) => objects.splice(objects.indexOf(first(objects, 'PodDisruptionBudget')), 1),
  },
  {
    name: 'a rollout takes no process away before another one is ready, and spreads over zones and nodes',
    find: (objects) =>
      servicePods(objects).flatMap(({ name, object: { spec }, pod }) => {
        const { maxUnavailable, maxSurge } = spec.strategy?.rollingUpdate ?? {}
        const keys = (pod.topologySpreadConstraints ?? []).map(({ topologyKey }) => topologyKey)
        return [
          ...(maxUnavailable === 0 && maxSurge === 1
            ? []
            : [`${name} rolls by ${maxUnavailable}/${maxSurge}`]),
          ...(keys.length === 2 ? [] : [`${name} is spread over ${keys.length} domains`]),
        ]
      }),
    breaks: (objects) => {
      const { strategy } = first(objects, 'Deployment').spec
      if (strategy?.rollingUpdate !== undefined) strategy.rollingUpdate.maxUnavailable = 1
      const [broken] = servicePods(objects)
      if (broken !== undefined) delete broken.pod.topologySpreadConstraints
    },
  },
  {
    name: 'a Deployment that is scaled has no number of replicas, and every other one has',
    find: (objects) => {
      const scaled = new Set(
        [...ofKind(objects, 'HorizontalPodAutoscaler'), ...ofKind(objects, 'ScaledObject')].map(
          ({ spec }) => spec.scaleTargetRef?.name,
        ),
      )
      return ofKind(objects, 'Deployment')
        .filter(({ metadata, spec }) => scaled.has(metadata.name) === (spec.replicas !== undefined))
        .map(({ metadata, spec }) => `${metadata.name} has ${spec.replicas} replicas beside its autoscaler`)
    },
    breaks: (objects) => {
      for (const { spec } of ofKind(objects, 'Deployment')) spec.replicas = 2
    },
  },
  {
    name: 'every pod is covered by the policy that refuses all and by one of its own',
    find: (objects) =>
      podsOf(objects).flatMap(({ name, labels }) => {
        const covering = ofKind(objects, 'NetworkPolicy').filter(({ spec }) =>
          selects(spec.podSelector?.matchLabels, labels),
        )
        const isClosed = covering.some(
          ({ spec }) => spec.policyTypes?.includes('Ingress') === true && spec.policyTypes.includes('Egress'),
        )
        const own = covering.filter(
          ({ spec }) => 'app.kubernetes.io/component' in (spec.podSelector?.matchLabels ?? {}),
        )
        return [
          ...(isClosed ? [] : [`${name} is open`]),
          ...(own.length === 1 ? [] : [`${name} has ${own.length} policies of its own`]),
        ]
      }),
    breaks: (objects) => {
      for (const policy of ofKind(objects, 'NetworkPolicy')) objects.splice(objects.indexOf(policy), 1)
    },
  },
  {
    name: 'the fetcher and services with an address outside reach the internet, and no private network; no other pod does',
    find: (objects) => [
      ...reachesInternet(objects)
        .filter(({ name, containers }) => {
          const variables = containers.flatMap(({ env }) => env ?? []).map((variable) => variable.name)
          return name !== 'fetcher' && !variables.some((variable) => outwardVariables.test(variable))
        })
        .map(({ name }) => `${name} reaches the internet`),
      ...(reachesInternet(objects).some(({ name }) => name === 'fetcher')
        ? []
        : ['the fetcher reaches nothing']),
      ...ofKind(objects, 'NetworkPolicy').flatMap(({ metadata, spec }) =>
        (spec.egress ?? []).flatMap(({ to = [] }) =>
          to.flatMap(({ ipBlock }) =>
            ipBlock?.cidr === '0.0.0.0/0' &&
            !['10.0.0.0/8', '169.254.0.0/16', '192.168.0.0/16'].every((each) =>
              ipBlock.except?.includes(each),
            )
              ? [`${metadata.name} reaches private networks`]
              : [],
          ),
        ),
      ),
    ],
    breaks: (objects) => {
      const own = ofKind(objects, 'NetworkPolicy').find(({ metadata }) => metadata.name.endsWith('-signing'))
      own?.spec.egress?.push({ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] })
    },
  },
  {
    name: 'the fetcher reaches no Postgres',
    find: (objects) => {
      const fetcher = podsOf(objects).find(({ name }) => name === 'fetcher')
      const ports = ofKind(objects, 'NetworkPolicy')
        .filter(({ spec }) => selects(spec.podSelector?.matchLabels, fetcher?.labels ?? {}))
        .flatMap(({ spec }) =>
          (spec.egress ?? []).flatMap(({ ports: each = [] }) => each.map(({ port }) => port)),
        )
      return ports
        .filter((port) => port === 5_432 || port === 6_432)
        .map((port) => `the fetcher reaches port ${port}`)
    },
    breaks: (objects) => {
      const own = ofKind(objects, 'NetworkPolicy').find(({ metadata }) => metadata.name.endsWith('-fetcher'))
      own?.spec.egress?.push({ to: [], ports: [{ port: 5_432 }] })
    },
  },
  {
    name: 'what selects pods selects some, and a named port is a port of them',
    find: (objects) => [
      ...ofKind(objects, 'Service').flatMap(({ metadata, spec }) => {
        const chosen = podsOf(objects).filter(({ labels }) =>
          selects(spec.selector as Record<string, string>, labels),
        )
        const names = chosen.flatMap(({ containers }) =>
          containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name)),
        )
        return [
          ...(chosen.length === 1
            ? []
            : [`the Service ${metadata.name} selects ${chosen.length} Deployments`]),
          ...(spec.ports ?? [])
            .filter(({ targetPort }) => !names.includes(String(targetPort)))
            .map(({ targetPort }) => `the Service ${metadata.name} leads to no port ${targetPort}`),
        ]
      }),
      ...ofKind(objects, 'PodMonitor').flatMap(({ metadata, spec }) =>
        podsOf(objects).some(({ labels }) => selects(spec.selector?.matchLabels, labels))
          ? []
          : [`the PodMonitor ${metadata.name} selects no pod`],
      ),
    ],
    breaks: (objects) => {
      const [port] = first(objects, 'Service').spec.ports ?? []
      if (port !== undefined) port.targetPort = 'web'
    },
  },
  {
    name: 'a Job runs before the rollout, is replaced by the next one, ends in time, and what it needs is there before it',
    find: (objects) =>
      ofKind(objects, 'Job').flatMap(({ metadata, spec }) => {
        const hook = metadata.annotations ?? {}
        const needed = objects.filter((each) => each.kind !== 'Job' && each.metadata.name === metadata.name)
        const weight = (each: KubernetesObject) =>
          Number(each.metadata.annotations?.['helm.sh/hook-weight'] ?? Number.NaN)
        return [
          ...(hook['helm.sh/hook'] === 'pre-install,pre-upgrade' ? [] : [`${metadata.name} is no hook`]),
          ...(hook['helm.sh/hook-delete-policy']?.includes('before-hook-creation') === true
            ? []
            : [`${metadata.name} is in the way of the next one`]),
          ...(spec.activeDeadlineSeconds === undefined ? [`${metadata.name} may run without an end`] : []),
          ...needed
            .filter((each) => !(weight(each) < Number(hook['helm.sh/hook-weight'])))
            .map((each) => `${each.kind} ${metadata.name} comes after its Job`),
        ]
      }),
    breaks: (objects) => {
      delete first(objects, 'Job').metadata.annotations
    },
  },
  {
    name: 'the triggers of KEDA are the queues of the contracts',
    find: (objects) => {
      const known = environments.flatMap((environment) =>
        allJobs.map((job) => `${jobStream(environment)}.${jobConsumer(job)}`),
      )
      const triggers = ofKind(objects, 'ScaledObject').flatMap(({ spec }) => spec.triggers ?? [])
      return triggers
        .filter(({ type }) => type === 'nats-jetstream')
        .map(({ metadata }) => `${metadata['stream']}.${metadata['consumer']}`)
        .filter((queue) => !known.includes(queue))
        .map((queue) => `there is no queue ${queue}`)
    },
    breaks: (objects) => {
      const trigger = ofKind(objects, 'ScaledObject')
        .flatMap(({ spec }) => spec.triggers ?? [])
        .find(({ type }) => type === 'nats-jetstream')
      if (trigger !== undefined) trigger.metadata['consumer'] = 'verification_runs'
    },
  },
]
