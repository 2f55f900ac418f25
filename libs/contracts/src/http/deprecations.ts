import { z } from 'zod'
import type { Endpoint, Success } from '../endpoint.ts'

/** Something of the interface that is on its way out. */
export type Deprecation = {
  /** Member of an answer, as its path from the object that has it. */
  readonly member: string
  readonly instead: string
  /** Day from which new clients should not use it. */
  readonly since: string
  /** Day from which it may be missing. */
  readonly sunset: string
}

/** Everything that is on its way out, first to go first. docs/guide/versions.md says the same to readers. */
export const deprecations = [
  {
    member: 'next_step.action',
    instead: 'next_step.type, which has the same value',
    since: '2026-11-01',
    sunset: '2027-12-01',
  },
] as const satisfies readonly Deprecation[]

/** Page of a deployment that lists them. */
export const versionsPath = '/versions'

/** Whether an answer of this endpoint has, by its schema, a member that is deprecated. */
export function hasDeprecatedMember({ success, otherSuccess }: Endpoint): boolean {
  return [success, otherSuccess].some((each) => each !== undefined && isDeprecating(each))
}

function isDeprecating({ content }: Success): boolean {
  const schema = content instanceof z.ZodType ? content : content.orJson
  if (schema === undefined) return false
  const described = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return JSON.stringify(described).includes('"deprecated":true')
}
