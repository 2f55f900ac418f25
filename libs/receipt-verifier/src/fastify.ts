import { keepOutcome } from './gate/shown-outcomes.ts'
import { type OutcomeGateOptions, createOutcomeGate } from './gate/outcome-gate.ts'

export type { GateCode, GateErrorBody, GateRefusal } from './gate/gate-refusal.ts'
export type { OutcomeGateOptions, ShownOutcome } from './gate/outcome-gate.ts'
export { outcomeOf } from './gate/shown-outcomes.ts'
export { type UsedReceipts, usedInMemory } from './gate/used-receipts.ts'

/** What the hook reads of a request; Fastify 4 and 5 have it. */
export interface GatedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Without raw headers behind adapters that have no connection, such as those of functions. */
  readonly raw: { readonly rawHeaders?: readonly string[] }
  readonly body?: unknown
}

/** What the hook answers with; Fastify 4 and 5 have it. */
export interface GatedReply {
  code(status: number): GatedReply
  headers(headers: Readonly<Record<string, string>>): GatedReply
  send(body: unknown): GatedReply
}

/**
 * Fastify `preHandler` hook: the handler runs only for a request that carries an Outcome Receipt which is valid and meets the policy;
 * `outcomeOf(request)` gives it to the handler.
 */
export function requireOutcome<Request extends GatedRequest = GatedRequest>(
  options: OutcomeGateOptions<Request>,
): (request: Request, reply: GatedReply) => Promise<unknown> {
  const gate = createOutcomeGate(options)
  return async (request, reply) => {
    const { headers, raw, body } = request
    const answer = await gate(request, { headers, rawHeaders: raw.rawHeaders ?? [], body })
    if ('body' in answer) return reply.code(answer.status).headers(answer.headers).send(answer.body)
    keepOutcome(request, answer)
    return undefined
  }
}
