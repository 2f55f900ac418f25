/** Thrown when a budget is spent; caught where the budget was made. */
export class StepsExhausted extends Error {
  override readonly name = 'StepsExhausted'
}

/** The work that all conditions of one run may do together: some seconds of one processor. */
export const stepsPerRun = 100_000_000

/**
 * A bound on work, in steps of a few tens of nanoseconds. A clock would make a verdict depend on the machine; steps do
 * not. A part of a larger budget spends from both.
 */
export class StepBudget {
  #left: number
  readonly #whole: StepBudget | null

  constructor(steps: number, whole: StepBudget | null = null) {
    this.#left = steps
    this.#whole = whole
  }

  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new StepsExhausted()
    this.#whole?.spend(steps)
  }

  /** Matching takes time in proportion to text and, at worst, to the size of the compiled pattern. */
  spendOnMatch(text: string, patternSize: number): void {
    this.spend(1 + text.length * (1 + (patternSize >> 4)))
  }
}
