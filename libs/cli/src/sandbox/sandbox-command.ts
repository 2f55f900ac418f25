import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from '../command.ts'
import { openClient, openClientOrSession, startSession } from '../connection/open-client.ts'
import { readSettings } from '../connection/settings.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { questionLines } from '../policy/question-lines.ts'
import { printAnswer } from '../print-answer.ts'
import { spoolLines } from '../spool/spool-lines.ts'
import { pairLines, tableLines } from '../terminal/table.ts'

/** Starts a session of the sandbox; later commands with --sandbox use it. */
export async function runStartSandbox(options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  const session = await startSession(readSettings(options, host.env), host)
  printAnswer(host, options, session, () => [
    ...pairLines([
      ['Ends at', session.expires_at],
      ['Compiles', String(session.limits.compiles)],
      ['Spools', String(session.limits.spools)],
      ['Verifications', String(session.limits.verifies)],
    ]),
    'Commands with --sandbox use this session: outturn sandbox compile "Exactly 2 rows."',
  ])
  return exitStatus.agrees
}

/** What is left of the session, and its Spools. */
export async function runShowSandbox(options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  const { client } = openClient({ ...options, sandbox: true }, host)
  const state = await client.sandbox.readSession({ signal: host.signal })
  const { remaining, limits } = state
  printAnswer(host, options, state, () => [
    ...pairLines([
      ['Ends at', state.expires_at],
      ['Compiles left', `${remaining.compiles} of ${limits.compiles}`],
      ['Spools left', `${remaining.spools} of ${limits.spools}`],
      ['Verifications left', `${remaining.verifies} of ${limits.verifies}`],
    ]),
    ...(state.spools.length === 0
      ? []
      : [
          '',
          ...tableLines(
            ['SPOOL', 'AGREEMENT', 'VERIFICATION', 'OUTCOME'],
            state.spools.map(({ id, status }) => [
              id,
              status['agreement'] ?? '',
              status['verification'] ?? '',
              status['outcome'] ?? '',
            ]),
          ),
        ]),
  ])
  return exitStatus.agrees
}

export interface CompileOptions extends ConnectionOptions {
  readonly file?: string
  readonly fields?: string
  readonly unitName?: string
  readonly asOf?: string
  readonly timeZone?: string
}

/** Makes a demo Spool of a text; exit status 1 while the text leaves something open. */
export async function runCompileSandbox(
  text: string | undefined,
  options: CompileOptions,
  host: Host,
): Promise<ExitStatus> {
  const { fields, unitName, asOf, timeZone } = options
  const source = sourceOf(text, options)
  const { client } = await openClientOrSession({ ...options, sandbox: true }, host)
  const body = {
    source,
    ...(fields !== undefined && { fields: fields.split(',').map((name) => name.trim()) }),
    ...(unitName !== undefined && { unit_name: unitName }),
    ...(asOf !== undefined && { as_of: asOf }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
  }
  const compiled = await client.sandbox.compile(body, { signal: host.signal })
  const { questions, unsupported } = compiled
  printAnswer(host, options, compiled, () => [
    ...spoolLines(compiled, { ...options, sandbox: true }),
    ...questions.flatMap((question) => questionLines(question)),
    ...unsupported.map(
      ({ text: words, reason }) => `No checker decides ${JSON.stringify(words)}: ${reason}.`,
    ),
    ...(questions.length + unsupported.length === 0
      ? [`Go on: outturn spool accept ${compiled.id} --yes --sandbox`]
      : []),
  ])
  return questions.length + unsupported.length === 0 ? exitStatus.agrees : exitStatus.differs
}

function sourceOf(text: string | undefined, { file }: CompileOptions): string {
  if ((text === undefined) === (file === undefined)) {
    throw new UnusableInput('Give the text as an argument, or its file with --file.')
  }
  if (file === undefined) return text as string
  try {
    return readFileSync(file === '-' ? process.stdin.fd : file, 'utf8')
  } catch (error) {
    throw new UnusableInput(`Cannot read ${file}: ${(error as Error).message}`)
  }
}
