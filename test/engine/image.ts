import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from '../gates/run-program.ts'
import { ensureBaseImages } from './base-images.ts'
import { startEngine } from './engine.ts'

const run = promisify(execFile)

/** The image that `docker-compose.yml` names. */
export const imageTag = 'outturn:local'

/** Builds the image as its Dockerfile says, on an engine that is stopped again. */
export async function buildImage(report: (message: string) => void): Promise<void> {
  const engine = await startEngine('build')
  try {
    await ensureBaseImages(engine, report)
    // Layers of an hour ago are no longer a cache that is worth their two gigabytes.
    await engine.docker('image', 'prune', '--force', '--filter', 'until=1h')
    report(`building ${imageTag}`)
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      version: string
    }
    const { stdout: revision } = await run('git', ['rev-parse', 'HEAD'], { cwd: repository })
    const labels = ['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${revision.trim()}`]
    const file = join(repository, 'deploy/docker/Dockerfile')
    await engine.docker(
      'build',
      '--network',
      'host',
      '--file',
      file,
      ...labels,
      '--tag',
      imageTag,
      repository,
    )
  } finally {
    await engine.stop()
  }
}
