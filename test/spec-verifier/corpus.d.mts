interface Disagreement {
  readonly name: string
  /** Canonical JSON, as the answer is. */
  readonly expected: string
  readonly answer: string
}

export declare function runCorpusFile(name: string): {
  readonly total: number
  readonly disagreeing: readonly Disagreement[]
}
