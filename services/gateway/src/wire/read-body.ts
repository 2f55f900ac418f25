import type { z } from 'zod'
import type { SandboxBudget } from '../auth/sandbox-sessions.ts'
import { checkedInput } from './checked-input.ts'
import { parseBody } from './json-body.ts'

/** How the body of an operation is read. */
export type BodyForm = {
  readonly schema: z.ZodType
  /** No body at all means `{}`. */
  readonly isOptional: boolean
  /** Refuses what a sandbox session may not send. */
  readonly assertInSandbox?: (body: never, budget: SandboxBudget) => void
}

/** A body as its schema has it, and as a command takes it: without the key that names the command. */
export type ReadBody = {
  readonly value: unknown
  readonly request: unknown
  readonly idempotencyKey: string | undefined
}

/** Reads the bytes of a body; refuses what its schema refuses, and with a `budget` what the sandbox does. */
export function readBody(
  { schema, isOptional, assertInSandbox }: BodyForm,
  bytes: Uint8Array,
  budget: SandboxBudget | undefined,
): ReadBody {
  const value = checkedInput(schema, bytes.length === 0 && isOptional ? {} : parseBody(bytes))
  if (budget !== undefined) assertInSandbox?.(value as never, budget)
  const { idempotency_key: idempotencyKey, ...request } = value as { idempotency_key?: string }
  return { value, request, idempotencyKey }
}
