import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid as ownPid, platform } from 'node:process'
import { expect, test } from 'vitest'
import { type GuardedCommand, startGuarded } from './guarded-process.ts'

/** The process group and the session of a process. */
function placeOf(pid: number): { group: string; session: string } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [, , group = '', session = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { group, session }
}

test.runIf(platform === 'linux')(
  'a program has a process group of its own and our session, tells its process id, and ends when it is told',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outturn-guarded-'))
    const program: GuardedCommand = {
      file: 'sleep',
      args: ['1000'],
      logFile: join(folder, 'log'),
      stopSignal: 'SIGTERM',
    }
    const guarded = await startGuarded(program)
    const [own, its] = [placeOf(ownPid), placeOf(guarded.pid)]
    expect(its.session).toBe(own.session)
    expect(its.group).not.toBe(own.group)
    // Between its start and its own program it is the shell.
    const programOf = () => readFileSync(`/proc/${guarded.pid}/cmdline`, 'utf8')
    await expect.poll(programOf).toBe(['sleep', '1000', ''].join('\u0000'))
    await guarded.stop()
    expect(guarded.isRunning).toBe(false)
    expect(await guarded.exited).toEqual({ code: 143 })
    rmSync(folder, { recursive: true })
  },
)
