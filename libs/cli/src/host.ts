import type { Output } from './output.ts'
import type { AskLine } from './policy/terminal.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** The process that a command runs in: where it writes, whom it can ask, and when it has to stop. */
export type Host = {
  readonly output: Output
  readonly env: Env
  /** Asks the person at the terminal; null without one. */
  readonly ask: AskLine | null
  /** Reads a line at the terminal without showing it; null without a terminal. */
  readonly askSecret: AskLine | null
  /** The standard input, in chunks. */
  readonly readInput: () => AsyncIterable<Uint8Array>
  /** Whether people read the standard output and the standard error. */
  readonly isTerminal: { readonly output: boolean; readonly messages: boolean }
  /** Aborted when the process is interrupted. */
  readonly signal: AbortSignal
}

/** The host of a program that runs commands without a process of their own: without a terminal, and with an empty input. */
export function hostOf(output: Output, given: Partial<Host> = {}): Host {
  return {
    output,
    env: {},
    ask: null,
    askSecret: null,
    readInput: () => noInput(),
    isTerminal: { output: false, messages: false },
    signal: new AbortController().signal,
    ...given,
  }
}

/** Says something to a person at the terminal, and nothing to a log or a script. */
export function note({ output, isTerminal }: Pick<Host, 'output' | 'isTerminal'>, text: string): void {
  if (isTerminal.messages) output.complain(text)
}

async function* noInput(): AsyncIterable<Uint8Array> {
  // An empty input has no chunk.
}
