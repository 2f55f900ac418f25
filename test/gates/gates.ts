import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')

/** A check that needs nothing running. */
export interface Gate {
  name: string
  /** One of the installed programs. */
  program: string
  args: string[]
}

export const gates: readonly Gate[] = [
  { name: 'format', program: 'biome', args: ['format', '.'] },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', program: 'tsc', args: ['--project', 'tsconfig.json', '--noEmit'] },
  { name: 'boundaries', program: 'depcruise', args: boundaryArgs() },
]

/** Arguments of dependency-cruiser over the folders with code of our own. */
export function boundaryArgs(): string[] {
  return ['libs', 'services', 'deploy', 'test', '--config', '.dependency-cruiser.cjs']
}

/** Runs the checks one after another, showing the output of those that fail; returns how many passed and failed. */
export async function runGates(): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 }
  for (const gate of gates) {
    const startedAt = performance.now()
    const { code, output } = await runProgram(gate.program, gate.args)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    counts[code === 0 ? 'passed' : 'failed'] += 1
    process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${gate.name} (${seconds} s)\n`)
    if (code !== 0) process.stdout.write(`${output.trimEnd()}\n`)
  }
  return counts
}

/** Runs an installed program to its end and gathers what it prints. */
export async function runProgram(
  program: string,
  args: string[],
  cwd = repository,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(join(repository, 'node_modules/.bin', program), args, {
    cwd,
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
