import { runProgram } from './run-program.ts'

/** A check that needs nothing running. */
export interface Gate {
  name: string
  /** One of the installed programs. */
  program: string
  args: string[]
  /** What it looks at, where it can look at single files; the whole repository without it. */
  files?: RegExp
}

/** Folders with code of our own. */
export const codeFolders: readonly string[] = ['libs', 'services', 'deploy', 'test']

export const gates: readonly Gate[] = [
  {
    name: 'format',
    program: 'biome',
    args: ['format', '--no-errors-on-unmatched'],
    files: /\.(ts|tsx|mts|mjs|cjs|js|json|css)$/,
  },
  {
    name: 'lint',
    program: 'oxlint',
    args: ['--type-aware', '--deny-warnings'],
    files: /\.(ts|tsx|mjs|cjs|js)$/,
  },
  {
    name: 'types',
    program: 'tsc',
    args: [
      '--project',
      'tsconfig.json',
      '--noEmit',
      // Several would each check what they share: 20 s of CPU instead of 8.
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      '.outturn/types.tsbuildinfo',
    ],
  },
  { name: 'boundaries', program: 'depcruise', args: boundaryArgs() },
  // Files, exports and dependencies that nothing uses, and dependencies that no package declares.
  {
    name: 'unused',
    program: 'knip',
    args: ['--no-progress', '--no-config-hints', '--exclude', 'duplicates'],
  },
]

/** Arguments of dependency-cruiser over files and folders and what they import. */
export function boundaryArgs(targets = codeFolders): string[] {
  return [...targets, '--config', '.dependency-cruiser.cjs']
}

/**
 * Runs the checks one after another, showing the output of those that fail; returns how many passed and failed. Given the
 * files that changed, those checks that can look at single files look at these alone.
 */
export async function runGates(changed?: readonly string[]): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 }
  for (const gate of gates) {
    const startedAt = performance.now()
    const targets = targetsOf(gate, changed)
    if (targets === undefined) continue
    const { code, output } = await runProgram(gate.program, [...gate.args, ...targets])
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    counts[code === 0 ? 'passed' : 'failed'] += 1
    process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${gate.name} (${seconds} s)\n`)
    if (code !== 0) process.stdout.write(`${output.trimEnd()}\n`)
  }
  return counts
}

/** What a check is run on; undefined when nothing of it changed. */
function targetsOf({ files }: Gate, changed: readonly string[] | undefined): string[] | undefined {
  if (files === undefined) return []
  if (changed === undefined) return ['.']
  const targets = changed.filter((file) => files.test(file))
  return targets.length === 0 ? undefined : targets
}
