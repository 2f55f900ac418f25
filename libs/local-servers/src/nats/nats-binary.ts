import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { replaceFileBy } from '@outturn/whole-files'
import { LocalServerError } from '../local-server-error.ts'
import { natsFromDebian } from './nats-from-debian.ts'
import { natsFromDocker } from './nats-from-docker.ts'
import { natsFromRelease } from './nats-from-release.ts'

const run = promisify(execFile)

/** The oldest line that this system runs on: multi-filter consumers and per-stream settings came with 2.10. */
const oldestVersion = [2, 10] as const

export interface NatsBinary {
  path: string
  /** Such as 2.15.1. */
  version: string
  /** Where it came from, for a person to read. */
  source: string
}

export interface FindNatsOptions {
  /** Folder that keeps a fetched binary. */
  binDir: string
  /** Receives a sentence for each step that takes long or fails. */
  onProgress?: (message: string) => void
  env?: NodeJS.ProcessEnv
}

/** Puts a nats-server into `folder` and returns its path; throws with the reason when it cannot. */
export type NatsFetcher = (folder: string) => Promise<string>

const fetchers: { source: string; fetchNats: NatsFetcher }[] = [
  { source: "Debian's newer suites", fetchNats: natsFromDebian },
  { source: 'the official release', fetchNats: natsFromRelease },
  { source: 'the official Docker image', fetchNats: natsFromDocker },
]

/**
 * Finds nats-server 2.10 or later: `NATS_SERVER`, else on PATH, else one fetched before, else fetched into binDir from
 * Debian's newer suites, the official release or the official Docker image. Throws LocalServerError with every reason.
 */
export async function findNatsServer(options: FindNatsOptions): Promise<NatsBinary> {
  const { binDir, env = process.env, onProgress = () => {} } = options
  if (env['NATS_SERVER']) return chosenBinary(env['NATS_SERVER'])
  const fetched = join(resolve(binDir), 'nats-server')
  const present = [
    ...onPath(env).map((path) => ({ path, source: 'PATH' })),
    { path: fetched, source: 'fetched before' },
  ]
  for (const { path, source } of present) {
    const version = await natsVersion(path)
    if (version === undefined) continue
    if (isRecent(version)) return { path, version, source }
    onProgress(`${path} is nats-server ${version}; 2.10 or later is needed, so another one is looked for`)
  }
  const reasons: string[] = []
  for (const { source, fetchNats } of fetchers) {
    onProgress(`fetching nats-server from ${source}`)
    const found = await fetchInto(fetched, fetchNats).catch((error: Error) => error)
    if (!(found instanceof Error)) return { ...found, source }
    reasons.push(`${source}: ${found.message}`)
    onProgress(`${source}: ${found.message}`)
  }
  throw new LocalServerError(
    `No nats-server 2.10 or later was found.\n  ${reasons.join('\n  ')}`,
    'Install it and put it on PATH, or set NATS_SERVER to its path, or NATS_URL to a running server.',
  )
}

async function fetchInto(target: string, fetchNats: NatsFetcher): Promise<Omit<NatsBinary, 'source'>> {
  const work = `${target}.${process.pid}`
  await mkdir(work, { recursive: true })
  try {
    const path = await fetchNats(work)
    const version = await natsVersion(path)
    if (version === undefined) throw new Error('what was fetched does not run on this machine')
    if (!isRecent(version)) throw new Error(`it offers ${version}, older than 2.10`)
    await replaceFileBy(target, async (draft) => {
      await copyFile(path, draft)
      await chmod(draft, 0o755)
    })
    return { path: target, version }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function chosenBinary(path: string): Promise<NatsBinary> {
  const version = await natsVersion(path)
  if (version !== undefined && isRecent(version)) return { path, version, source: 'NATS_SERVER' }
  const found = version === undefined ? 'no nats-server runs from there' : `that is version ${version}`
  throw new LocalServerError(
    `NATS_SERVER is ${path}, but ${found}.`,
    'Point it at a nats-server 2.10 or later, or unset it.',
  )
}

async function natsVersion(path: string): Promise<string | undefined> {
  const printed = await run(path, ['--version']).catch(() => undefined)
  return printed?.stdout.match(/nats-server:? v?(\d+\.\d+\.\d+)/)?.[1]
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldestVersion[0] || (major === oldestVersion[0] && minor >= oldestVersion[1])
}

function onPath(env: NodeJS.ProcessEnv): string[] {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'nats-server'))
    .filter((path) => existsSync(path))
}
