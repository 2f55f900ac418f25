import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repository, runProgram } from './run-program.ts'

/** What was changed since this branch left main, or since the last commit on main itself. */
export interface Changes {
  /** The commit that the changes are counted from. */
  since: string
  /** Paths in the repository that exist, also those that git does not know yet. */
  files: string[]
}

export async function readChanges(): Promise<Changes> {
  const since = (await git('merge-base', 'HEAD', 'main').catch(() => git('rev-parse', 'HEAD'))).trim()
  const known = await git('diff', '--name-only', '-z', since)
  const unknown = await git('ls-files', '--others', '--exclude-standard', '-z')
  const files = `${known}${unknown}`.split('\0').filter((path) => path !== '')
  return { since, files: files.filter((path) => existsSync(join(repository, path))) }
}

async function git(...args: string[]): Promise<string> {
  const { code, output } = await runProgram('git', args)
  if (code !== 0) throw new Error(`git ${args.join(' ')} failed: ${output.trim()}`)
  return output
}
