/**
 * A run without an outcome through a fault of ours: a checker broke, the work outgrew its bounds, or its frozen input is
 * gone. Trying again would end the same way; the cause says which.
 */
export class RunDefect extends Error {
  override readonly name = 'RunDefect'
}
