import { spawn } from 'node:child_process'

/** Runs a program to its end with its output on the terminal; throws when it fails. */
export function runProgram(program: string, args: readonly string[], folder: string): Promise<void> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code ?? signal}`))
    })
  })
}
