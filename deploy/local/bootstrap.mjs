// Runs on whatever Node is there (18 or later), before anything is installed: plain JavaScript, no dependencies.
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const repository = join(dirname(fileURLToPath(import.meta.url)), '../..')

const oldestNode = 18
const runtimeNode = 24
const pnpmVersion = '12.21.0'
const programs = join(repository, 'node_modules/.bin')
/** Lies among the installed packages, so it goes when they go. */
const installStamp = join(repository, 'node_modules/.outturn-install')

/** A problem that the person at the terminal can solve; the message ends by saying how. */
export class SetupError extends Error {
  exitCode = 1
}

/** A command line that cannot be used; the message is the usage. */
export class UsageError extends SetupError {
  exitCode = 2
}

/**
 * Installs the packages that the lock file names, unless they are, and finds Node 24.
 * @returns {Promise<string>} path of the Node that runs the project
 */
export async function prepare() {
  if (process.platform === 'win32') {
    throw new SetupError('Windows is not supported directly.\n  Run this inside WSL.')
  }
  if (majorOf(process.version) < oldestNode) {
    throw new SetupError(
      `Node ${process.version} is too old to install with.\n  Install Node ${oldestNode} or later; ${runtimeNode} is best.`,
    )
  }
  await installPackages()
  return findRuntime()
}

/**
 * Becomes a program, so that nothing waits beside it; where this Node (before 22.15) cannot, runs it in the foreground, and it learns of
 * our end by its IPC channel closing.
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<number>} its exit code, unless this process became it
 */
export async function becomeOrRun(file, args) {
  if (process.execve === undefined || !isAbsolute(file))
    return runInForeground(file, args, { hasChannel: true })
  process.chdir(repository)
  return process.execve(file, [file, ...args], environment())
}

/**
 * Runs a program in the foreground until it ends, with the installed programs first on PATH. Signals are passed on.
 * @param {string} file
 * @param {string[]} args
 * @param {{ hasChannel?: boolean }} [options]
 * @returns {Promise<number>} its exit code
 */
export function runInForeground(file, args, { hasChannel = false } = {}) {
  const child = spawn(file, args, {
    cwd: repository,
    env: environment(),
    stdio: hasChannel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/** Ends this program with what `main` returns; a SetupError is shown without a stack. */
export async function runMain(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`\n${error.message}\n`)
    process.exitCode = error.exitCode
  }
}

async function installPackages() {
  const wanted = lockDigest()
  if (existsSync(installStamp) && readFileSync(installStamp, 'utf8') === wanted) return
  const pnpm = await installPnpm()
  tell('installing the packages that the lock file names')
  await attempt(
    () =>
      run(pnpm, ['install', '--frozen-lockfile'], {
        cwd: repository,
        env: withPrograms(),
        maxBuffer: 1 << 26,
      }),
    'The packages could not be installed.',
    'If the registry cannot be reached, check the network or `npm config get registry`, then run this again.',
  )
  writeFileSync(installStamp, wanted)
}

function lockDigest() {
  const hash = createHash('sha256')
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']) {
    hash.update(readFileSync(join(repository, name)))
  }
  return `${hash.digest('hex')} ${process.platform} ${process.arch}`
}

/**
 * Installs pnpm into a folder of the project, unless it is there: nothing is installed for the whole machine.
 * @returns {Promise<string>} its path
 */
export async function installPnpm() {
  const folder = join(repository, '.outturn/tools', `pnpm-${pnpmVersion}`)
  const pnpm = join(folder, 'node_modules/.bin/pnpm')
  if (existsSync(pnpm)) return pnpm
  tell(`fetching pnpm ${pnpmVersion}`)
  mkdirSync(folder, { recursive: true })
  // A package.json of its own keeps npm from walking up into the project's.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  await attempt(
    () =>
      run('npm', ['install', '--prefix', folder, '--loglevel=error', `pnpm@${pnpmVersion}`], { cwd: folder }),
    'pnpm could not be fetched.',
    'Check that npm is on PATH and reaches its registry, then run this again.',
  )
  return pnpm
}

async function findRuntime() {
  for (const candidate of [join(programs, 'node'), process.execPath, 'node']) {
    const printed = await run(candidate, ['--version'], { env: withPrograms() }).catch(() => undefined)
    if (printed !== undefined && majorOf(printed.stdout) >= runtimeNode) return candidate
  }
  throw new SetupError(
    `Node ${runtimeNode} did not come with the packages for ${process.platform} ${process.arch}, and the one on PATH is ${process.version}.\n  Install Node ${runtimeNode} or later and run this again.`,
  )
}

function majorOf(version) {
  return Number.parseInt(version.replace(/^v/, ''), 10)
}

/** What Node compiled is kept: a program of hundreds of sources starts in half of the time. */
function environment() {
  return { NODE_COMPILE_CACHE: join(repository, '.outturn/compile-cache'), ...withPrograms() }
}

function withPrograms() {
  return { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH ?? ''}` }
}

async function attempt(work, problem, remedy) {
  try {
    await work()
  } catch (error) {
    const output = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim() || error.message
    throw new SetupError(`${output}\n\n${problem}\n  ${remedy}`, { cause: error })
  }
}

function tell(message) {
  process.stderr.write(`· ${message}\n`)
}
