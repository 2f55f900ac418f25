import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from '../gates/run-program.ts'

const run = promisify(execFile)

/** The sources of a revision in a folder of its own, with the packages of its lock file; made once and kept. */
export async function releaseFolder(revision: string): Promise<string> {
  const { stdout } = await run('git', ['rev-parse', '--short=8', `${revision}^{commit}`], { cwd: repository })
  const folder = join(repository, '.outturn/releases', stdout.trim())
  if (existsSync(folder)) return folder
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true })
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'archive', revision, partial], {
    cwd: repository,
  })
  // Any program of a checkout installs its packages first.
  await run(process.execPath, ['deploy/local/run.mjs', '--bin', 'biome', '--version'], {
    cwd: partial,
    maxBuffer: 1 << 26,
  })
  await rename(partial, folder)
  return folder
}
