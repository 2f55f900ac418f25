import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks a person for one line; null at the end of the input. */
export type AskLine = (prompt: string) => Promise<string | null>

/** The person at the terminal of this process; null where its input or its messages go to no terminal. Prompts leave the output alone. */
export function askAtTerminal(): AskLine | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null
  return async (prompt) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
    try {
      return await Promise.race([lines.question(prompt), ended])
    } finally {
      lines.close()
    }
  }
}

/** Asks for a line that is not shown while it is typed, such as a key; null without a terminal. */
export function askSecretAtTerminal(): AskLine | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null
  return async (prompt) => {
    process.stderr.write(prompt)
    const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input: process.stdin, output: unseen, terminal: true })
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
    try {
      return await Promise.race([lines.question(''), ended])
    } finally {
      lines.close()
      process.stderr.write('\n')
    }
  }
}
