import { expect, test } from 'vitest'
import { operatorProgram } from '../commands.ts'
import type { Operator } from '../operator.ts'

/** What the command line sends for these words. */
async function sentFor(words: string): Promise<unknown[]> {
  const sent: unknown[] = []
  const operator = { send: async (_: unknown, input: unknown) => sent.push(input) } as unknown as Operator
  const program = operatorProgram({
    connect: async () => operator,
    print: () => {},
    write: () => {},
    record: () => {},
  })
  await program.parseAsync(['settlement', ...words.split(' '), '--reason', 'tests'], { from: 'user' })
  return sent
}

test('a cap is a number of cents, or that of the settings again; what is not named stays', async () => {
  expect(await sentFor('cap --spool 700 --account settings')).toEqual([
    { change: { spoolCapCents: 700, accountCapCents: null }, reason: 'tests' },
  ])
  expect(await sentFor('cap --deployment 0')).toEqual([
    { change: { deploymentCapCents: 0 }, reason: 'tests' },
  ])
})

test('grants are paused and taken again', async () => {
  expect(await sentFor('pause-grants')).toEqual([{ change: { isPaused: true }, reason: 'tests' }])
  expect(await sentFor('resume-grants')).toEqual([{ change: { isPaused: false }, reason: 'tests' }])
})
