import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { natsRelease } from './nats-release.ts'

const run = promisify(execFile)
const timeoutMs = 120_000

/** Downloads the project's own release and compares it with the checksum published beside it. */
export async function natsFromRelease(folder: string): Promise<string> {
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]
  if (arch === undefined || !['linux', 'darwin'].includes(process.platform)) {
    throw new Error(`no release is known for ${process.platform} ${process.arch}`)
  }
  const base = `https://github.com/nats-io/nats-server/releases/download/v${natsRelease}`
  const name = `nats-server-v${natsRelease}-${process.platform}-${arch}`
  const archive = await download(`${base}/${name}.tar.gz`)
  const sums = (await download(`${base}/SHA256SUMS`)).toString()
  const expected = sums
    .split('\n')
    .find((line) => line.endsWith(`${name}.tar.gz`))
    ?.split(/\s+/)[0]
  const actual = createHash('sha256').update(archive).digest('hex')
  if (expected !== actual) throw new Error(`${name}.tar.gz does not have its published checksum`)
  const file = join(folder, `${name}.tar.gz`)
  await writeFile(file, archive)
  await run('tar', ['-xzf', file, '-C', folder])
  return join(folder, name, 'nats-server')
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((error: Error) => {
    throw new Error(
      `${url} cannot be reached (${(error.cause as Error | undefined)?.message ?? error.message})`,
    )
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}
