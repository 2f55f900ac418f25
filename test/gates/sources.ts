import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './run-program.ts'

/** Source files by their path in the repository, with their texts. */
export type Sources = ReadonlyMap<string, string>

/** Every source file that git knows or would take. */
export function readSources(): Sources {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...patterns]
  const listed = execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim().split('\n')
  const present = listed.flatMap((path) => {
    const text = readIfThere(join(repository, path))
    return text === undefined ? [] : [[path, text] as const]
  })
  return new Map(present)
}

const patterns = ['libs/*.ts', 'services/*.ts', 'services/*.tsx', 'deploy/*.ts', 'test/*.ts']

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
