import { parseAllDocuments } from 'yaml'

/** An object of Kubernetes, with the members that the checks read. */
export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Labels; annotations?: Labels }
  automountServiceAccountToken?: boolean
  spec: Spec
}

export type Labels = Record<string, string>

export interface Spec {
  replicas?: number
  maxUnavailable?: number
  strategy?: { type?: string; rollingUpdate?: { maxUnavailable?: number; maxSurge?: number } }
  selector?: { matchLabels?: Labels } & Record<string, unknown>
  template?: { metadata: { labels: Labels }; spec: PodSpec }
  podSelector?: { matchLabels?: Labels }
  policyTypes?: string[]
  egress?: Rule[]
  ports?: { name?: string; targetPort?: string | number }[]
  scaleTargetRef?: { name: string }
  triggers?: { type: string; metadata: Record<string, string> }[]
  activeDeadlineSeconds?: number
}

export interface Rule {
  to?: { ipBlock?: { cidr: string; except?: string[] } }[]
  ports?: { port: string | number }[]
}

export interface PodSpec {
  serviceAccountName?: string
  automountServiceAccountToken?: boolean
  enableServiceLinks?: boolean
  securityContext?: Record<string, unknown> & { seccompProfile?: { type: string } }
  topologySpreadConstraints?: { topologyKey: string }[]
  terminationGracePeriodSeconds?: number
  containers: Container[]
  initContainers?: Container[]
  volumes?: ({ name: string } & Record<string, unknown>)[]
}

export interface Container {
  name: string
  image: string
  args?: string[]
  command?: string[]
  env?: Variable[]
  envFrom?: unknown[]
  resources?: { requests?: Labels; limits?: Labels }
  securityContext?: Record<string, unknown> & { capabilities?: { drop?: string[] } }
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
  ports?: { name?: string; containerPort: number }[]
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[]
}

export interface Variable {
  name: string
  value?: string
  valueFrom?: { secretKeyRef?: unknown; configMapKeyRef?: unknown; fieldRef?: unknown }
}

export interface Probe {
  httpGet?: { path: string }
  periodSeconds?: number
  timeoutSeconds?: number
  failureThreshold?: number
}

export function parseObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as KubernetesObject | null)
    .filter((object) => object !== null)
}

/** Objects that make pods, with the pods that they make. */
export function podsOf(objects: readonly KubernetesObject[]) {
  return objects.flatMap((object) => {
    const { template } = object.spec ?? {}
    return template === undefined
      ? []
      : [
          {
            object,
            name: object.metadata.labels?.['app.kubernetes.io/component'] ?? object.metadata.name,
            labels: template.metadata.labels,
            pod: template.spec,
            containers: [...template.spec.containers, ...(template.spec.initContainers ?? [])],
          },
        ]
  })
}

/** Whether a selector chooses a pod with these labels. */
export function selects(selector: Labels = {}, labels: Labels): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value)
}
