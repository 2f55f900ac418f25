/** Thrown when a budget is spent; caught where the budget was made. */
export class StepsExhausted extends Error {
  override readonly name = 'StepsExhausted'
}

/**
 * A bound on the work of one check, in steps of a few tens of nanoseconds. A clock would make a verdict
 * depend on the machine; steps do not.
 */
export class StepBudget {
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new StepsExhausted()
  }

  /** Matching takes time in proportion to text and, at worst, to the pattern. */
  spendOnMatch(text: string, pattern: string): void {
    this.spend(1 + text.length * (1 + (pattern.length >> 4)))
  }
}
