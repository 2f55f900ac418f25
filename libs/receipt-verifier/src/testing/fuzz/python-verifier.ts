import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Answer } from '../../self-test/answer-question.ts'

export const pythonPackage = fileURLToPath(new URL('../../../../receipt-verifier-python/', import.meta.url))

/** The Python of this machine: PYTHON, else python3 on the PATH; undefined where there is none. */
export function findPython(): string | undefined {
  const given = process.env['PYTHON']
  if (given) return given
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, 'python3')).find((path) => existsSync(path))
}

/** The environment in which Python leaves no compiled files behind. */
export function pythonEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: 'src' }
}

/** The verifier in Python as one long-lived process that is asked line by line. */
export class PythonVerifier {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>
  readonly #answers: AsyncIterator<string>

  constructor(python: string, { isPure = false }: { readonly isPure?: boolean } = {}) {
    this.#process = spawn(python, ['tests/answer_lines.py', ...(isPure ? ['--pure'] : [])], {
      cwd: pythonPackage,
      env: pythonEnvironment(),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]()
  }

  async ask(question: object): Promise<Answer> {
    if (!this.#process.stdin.write(`${JSON.stringify(question)}\n`)) await once(this.#process.stdin, 'drain')
    const { value, done } = await this.#answers.next()
    if (done) throw new Error('The verifier in Python ended before it answered.')
    return JSON.parse(value) as Answer
  }

  async end(): Promise<void> {
    const ended = this.#process.exitCode === null ? once(this.#process, 'exit') : undefined
    this.#process.stdin.end()
    await ended
  }
}
