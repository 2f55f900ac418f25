import type { z } from 'zod'
import type { SandboxBudget } from '../auth/sandbox-sessions.ts'
import { PassedText } from '@outturn/contracts'
import { checkedInput } from './schema/checked-input.ts'
import { assertFewValues } from './body/few-values.ts'
import { parseBody } from './body/json-body.ts'

/** How the body of an operation is read. */
export type BodyForm = {
  readonly schema: z.ZodType
  /** No body at all means `{}`. */
  readonly isOptional: boolean
  /** The most values that it may have; a body with more is refused before it is read. */
  readonly maxValues?: number
  /** How the bytes are read; JSON where it is not said. */
  readonly parse?: (bytes: Uint8Array) => unknown
  /** Refuses what would be refused for its size by the service that it is for, which has the work of reading it then. */
  readonly assertSize?: (body: never, passed: SplitBody['passed']) => void
  /** Sets apart what a command takes as texts beside its request, and passes on. */
  readonly split?: (body: never) => SplitBody
  /** Refuses what a sandbox session may not send. */
  readonly assertInSandbox?: (body: never, budget: SandboxBudget) => void
}

/** A request, and beside it members as JSON, by their names. */
export type SplitBody = { readonly request: object; readonly passed: Readonly<Record<string, Uint8Array>> }

/** A body as its schema has it, and as a command takes it: without the key that names the command. */
export type ReadBody = SplitBody & {
  readonly value: unknown
  readonly idempotencyKey: string | undefined
}

/** Reads the bytes of a body; refuses what its schema refuses, and with a `budget` what the sandbox does. */
export function readBody(
  { schema, isOptional, maxValues, parse = parseBody, split = wholeBody, assertInSandbox }: BodyForm,
  bytes: Uint8Array,
  budget: SandboxBudget | undefined,
): ReadBody {
  if (maxValues !== undefined) assertFewValues(bytes, maxValues)
  const value = checkedInput(schema, bytes.length === 0 && isOptional ? {} : parse(bytes))
  if (budget !== undefined) assertInSandbox?.(value as never, budget)
  const { idempotency_key: idempotencyKey, ...sent } = value as { idempotency_key?: string }
  return { value, ...split(sent as never), idempotencyKey }
}

function wholeBody(request: object): SplitBody {
  return { request, passed: {} }
}

/** The members of a body that are passed on, as a command takes them. */
export function passedTexts(passed: ReadBody['passed']): Readonly<Record<string, PassedText>> {
  return Object.fromEntries(Object.entries(passed).map(([name, text]) => [name, new PassedText(text)]))
}
