/** What is wrong with a log, by kind. */
export type LogProblem =
  /** The log serves no checkpoint that its key signed. */
  | 'unsigned_checkpoint'
  /** It shows fewer leaves than it had. */
  | 'rolled_back'
  /** It shows another history than before. */
  | 'forked'
  | 'rewritten'
  | 'hidden'
  | 'reordered'
  /** A tile is missing or does not follow from the tiles beneath it. */
  | 'broken_tile'
  /** It is said to have ended, and no key of it signed that, or its successor does not begin with it. */
  | 'unsigned_end'
  /** A receipt or a published key that should be in the log is not. */
  | 'not_logged'

export interface LogFinding {
  readonly problem: LogProblem
  /** The first leaf that is known to be bad, zero-based; null when no single one is. */
  readonly leaf: number | null
  /** A sentence for a person. */
  readonly detail: string
}

export function finding(problem: LogProblem, detail: string, leaf: number | null = null): LogFinding {
  return { problem, leaf, detail }
}
