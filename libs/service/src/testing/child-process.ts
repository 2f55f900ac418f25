import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type Line = { msg?: string; level?: string; [member: string]: unknown }

/** A real process of the example service, and what it has written so far. */
export type Child = {
  readonly process: ChildProcess
  readonly lines: Line[]
  readonly output: () => string
  /** Settles with the first line that has this message; rejects when the process ends without it. */
  logged(message: string): Promise<Line>
  /** Settles with the exit code, or the name of the signal that ended it. */
  ended(): Promise<number | NodeJS.Signals>
  /** Settles when it has ended with 0, and rejects with its output when it ended otherwise. */
  succeeded(): Promise<void>
}

export function startChild(
  args: readonly string[],
  env: Record<string, string>,
  { ipc = false }: { ipc?: boolean } = {},
): Child {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'example-main.ts'), ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['pipe', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  })
  const lines: Line[] = []
  const text: string[] = []
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals]>
  const closing: Promise<unknown>[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    const reader = createInterface({ input: stream }).on('line', (line) => {
      text.push(line)
      if (line.startsWith('{')) lines.push(JSON.parse(line) as Line)
      for (const look of waiting) look()
    })
    closing.push(once(reader, 'close'))
  }
  // Not the `close` event: a child whose IPC channel was closed from here never emits it.
  const ended = Promise.all([exit, ...closing]).then(([[code, signal]]) => code ?? signal)
  return {
    process: child,
    lines,
    output: () => text.join('\n'),
    async logged(message) {
      const found = new Promise<Line>((resolve) => {
        function look(): void {
          const line = lines.find(({ msg }) => msg === message)
          if (line === undefined) return
          waiting.delete(look)
          resolve(line)
        }
        waiting.add(look)
        look()
      })
      const gone = ended.then(() => {
        throw new Error(`the process ended without logging ${message}:\n${text.join('\n')}`)
      })
      return Promise.race([found, gone])
    },
    ended: () => ended,
    async succeeded() {
      const outcome = await ended
      if (outcome !== 0) throw new Error(`the process ended with ${outcome}:\n${text.join('\n')}`)
    },
  }
}
