import { keepOutcome } from './gate/shown-outcomes.ts'
import { type OutcomeGateOptions, createOutcomeGate } from './gate/outcome-gate.ts'

export type { GateCode, GateErrorBody, GateRefusal } from './gate/gate-refusal.ts'
export type { OutcomeGateOptions, ShownOutcome } from './gate/outcome-gate.ts'
export { outcomeOf } from './gate/shown-outcomes.ts'
export { type UsedReceipts, usedInMemory } from './gate/used-receipts.ts'

/** What the middleware reads of a request; Express 4 and 5 have it. */
export interface GatedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Absent behind adapters that have no connection, such as those of functions. */
  readonly rawHeaders?: readonly string[]
  readonly body?: unknown
}

/** What the middleware answers with; Express 4 and 5 have it. */
export interface GatedResponse {
  status(code: number): GatedResponse
  set(headers: Readonly<Record<string, string>>): GatedResponse
  json(body: unknown): unknown
}

/**
 * Express middleware: the handlers after it run only for a request that carries an Outcome Receipt which is valid and meets the policy;
 * `outcomeOf(request)` gives it to them. For a receipt in the body, put `express.json()` before it.
 */
export function requireOutcome<Request extends GatedRequest = GatedRequest>(
  options: OutcomeGateOptions<Request>,
): (request: Request, response: GatedResponse, next: (error?: unknown) => void) => Promise<void> {
  const gate = createOutcomeGate(options)
  return async (request, response, next) => {
    const { headers, rawHeaders = [], body } = request
    try {
      const answer = await gate(request, { headers, rawHeaders, body })
      if ('body' in answer) {
        response.status(answer.status).set(answer.headers).json(answer.body)
        return
      }
      keepOutcome(request, answer)
    } catch (error) {
      // Express 4 does not see that a handler rejects.
      next(error)
      return
    }
    next()
  }
}
