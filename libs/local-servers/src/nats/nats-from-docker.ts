import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { natsRelease } from './nats-release.ts'

const run = promisify(execFile)

/** Copies the program, which needs no libraries, out of the official image; it then runs without a container. */
export async function natsFromDocker(folder: string): Promise<string> {
  if (process.platform !== 'linux') throw new Error('the image holds a program for Linux only')
  await run('docker', ['info'], { timeout: 10_000 }).catch(() => {
    throw new Error('no Docker engine answers')
  })
  const { stdout } = await run('docker', ['create', `nats:${natsRelease}`])
  const container = stdout.trim()
  const path = join(folder, 'nats-server')
  try {
    await run('docker', ['cp', `${container}:/nats-server`, path])
  } finally {
    await run('docker', ['rm', container])
  }
  return path
}
