import type { ConnectionOptions } from './command.ts'
import type { Host } from './host.ts'

/** Prints an answer: as one JSON value with --json, else as lines for people. */
export function printAnswer(
  { output }: Host,
  { json }: ConnectionOptions,
  answer: unknown,
  lines: () => readonly string[],
): void {
  if (json) output.print(JSON.stringify(answer))
  else for (const line of lines()) output.print(line)
}
