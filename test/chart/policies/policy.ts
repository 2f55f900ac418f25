import type { KubernetesObject } from '../kubernetes-objects.ts'

/** A rule over all objects of a release. */
export interface Policy {
  readonly name: string
  /** One sentence for each object that breaks the rule. */
  find(objects: readonly KubernetesObject[]): string[]
  /** Breaks the rule once, to see that it is found. */
  breaks(objects: KubernetesObject[]): void
}
