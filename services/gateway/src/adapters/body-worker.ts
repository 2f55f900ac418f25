import { Refusal, refusalToMessage } from '@outturn/contracts'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { SandboxBudget } from '../auth/sandbox-sessions.ts'
import { digestOf } from '../wire/command-identity.ts'
import { largeBodies } from '../wire/large-bodies.ts'
import { readBody } from '../wire/read-body.ts'

export type BodyTask = {
  readonly operationId: string
  readonly bytes: Uint8Array
  /** Of the sandbox session that sent it. */
  readonly budget: SandboxBudget | undefined
  /** Whether the request has an idempotency key beside the body, so that the digest of the body is needed. */
  readonly isKeyed: boolean
}

/** What a thread says of a body: its text as a command takes it, or why it is refused, as data. */
export type BodyResult =
  | {
      readonly text: Uint8Array
      /** Members that are passed on, as JSON, by their names. */
      readonly passed: Readonly<Record<string, Uint8Array>>
      readonly idempotencyKey: string | undefined
      readonly digest: string | undefined
    }
  | { readonly refusal: unknown }

/** Reads a large body, in a thread of its own. The texts are handed over, not copied. */
export function readLarge(task: BodyTask): unknown {
  const result = resultOf(task)
  if ('refusal' in result) return result
  const texts = [result.text, ...Object.values(result.passed)]
  return move({ [transferableSymbol]: texts.map(({ buffer }) => buffer), [valueSymbol]: result })
}

function resultOf({ operationId, bytes, budget, isKeyed }: BodyTask): BodyResult {
  const form = largeBodies[operationId]
  if (form === undefined) throw new Error(`no large body is read for ${operationId}`)
  try {
    const { value, request, passed, idempotencyKey } = readBody(form, bytes, budget)
    form.assertSize?.(value as never, passed)
    const isDigested = isKeyed || idempotencyKey !== undefined
    return {
      text: new TextEncoder().encode(JSON.stringify(request)),
      passed,
      idempotencyKey,
      digest: isDigested ? digestOf(value as object) : undefined,
    }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: refusalToMessage(error) }
    throw error
  }
}
