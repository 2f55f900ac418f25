import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')

/**
 * Checks in Go end soon: collecting their garbage would be a third of their work. Above the limit they do. The tests have the other
 * processors, and one thread does the same work with less.
 */
const goSettings = { GOGC: 'off', GOMEMLIMIT: '3GiB', GOMAXPROCS: '1' }

/** Runs a program to its end, installed ones first, and gathers what it prints. */
export async function runProgram(
  program: string,
  args: string[],
  cwd = repository,
): Promise<{ code: number | null; output: string }> {
  const installed = join(repository, 'node_modules/.bin')
  const child = spawn(program, args, {
    cwd,
    env: { ...goSettings, ...process.env, PATH: `${installed}${delimiter}${process.env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
