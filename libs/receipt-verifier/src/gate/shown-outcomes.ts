import type { ShownOutcome } from './outcome-gate.ts'

const shown = new WeakMap<object, ShownOutcome>()

export function keepOutcome(request: object, outcome: ShownOutcome): void {
  shown.set(request, outcome)
}

/** The outcome that a request has shown to `requireOutcome`. Throws where its route does not require one. */
export function outcomeOf(request: object): ShownOutcome {
  const outcome = shown.get(request)
  if (outcome === undefined) {
    throw new Error(
      'No outcome was required of this request. Put requireOutcome before the handler that reads the outcome.',
    )
  }
  return outcome
}
