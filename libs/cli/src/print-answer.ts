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

/** Prints a list: with --json each item as one JSON value on a line of its own, else as lines for people. */
export function printItems(
  { output }: Host,
  { json }: ConnectionOptions,
  items: readonly unknown[],
  lines: () => readonly string[],
): void {
  const printed = json ? items.map((item) => JSON.stringify(item)) : lines()
  for (const line of printed) output.print(line)
}
