import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { niceOfSession } from './session-share.ts'

const program = `
import { niceOfSession, yieldToOtherSessions } from '${new URL('./session-share.ts', import.meta.url).href}'
const seen = [niceOfSession()]
const takeBack = yieldToOtherSessions()
seen.push(niceOfSession())
yieldToOtherSessions()()
seen.push(niceOfSession())
// Without rights a session is changed ten times a second at most.
setTimeout(() => { takeBack(); console.log(JSON.stringify([...seen, niceOfSession()])) }, 200)
`

test.runIf(niceOfSession() !== null)(
  'a session goes behind the others until it is put back, also when that is asked for twice',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      // A session of its own.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    expect(JSON.parse(await text(child.stdout))).toEqual([0, 10, 10, 0])
  },
)
