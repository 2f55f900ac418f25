import type { Spool } from '@outturn/sdk'
import { expect, test } from 'vitest'
import { hintCommands, hintText, nextLines, nextWords } from './next-lines.ts'

const hint =
  'Add email to row 2 for “every row has email”, then call evidence and verify again. The tables of “a” and “b” are counted together.'

test('a hint for a person has commands in place of the calls of the interface', () => {
  expect(hintText(hint)).toBe(
    'Add email to row 2 for “every row has email”. The tables of “a” and “b” are counted together.',
  )
  expect(hintCommands(hint, { id: 'spl_1', file: "a'b.csv", connection: { profile: 'seller' } })).toEqual([
    `outturn spool evidence spl_1 'a'\\''b.csv' --profile seller`,
    'outturn spool verify spl_1 --profile seller',
  ])
  expect(hintCommands('Put the site back, then call verify again.', { id: 'spl_1' })).toEqual([
    'outturn spool verify spl_1',
  ])
  expect(
    hintCommands('Agree on another, because no call on this Spool can end it.', { id: 'spl_1' }),
  ).toEqual([])
})

function spool(
  type: Spool['next_step']['type'],
  actor: Spool['next_step']['actor'],
  can: readonly string[],
  { agreement = 'accepted', reason = 'Because.' } = {},
): Spool {
  return {
    id: 'spl_1',
    status: { agreement, outcome: 'active' },
    next_step: { type, action: type, actor, reason },
    agreement: { mode: 'bilateral' },
    parties: [{ role: 'buyer', is_caller: true }],
    economics: { allowed_actions: can },
    conditions: [{ id: 'cond_1', verification_method: 'human_confirmed', last_result: null }],
  } as unknown as Spool
}

test.each([
  [spool('rerun_allowed', 'verifier', ['verify']), 'Next: Because. (you)', ['outturn spool verify spl_1']],
  [
    spool('submit_evidence', 'provider', ['evidence']),
    'Next: Because. (seller)',
    ['outturn spool evidence spl_1 FILE'],
  ],
  [spool('submit_evidence', 'provider', []), 'Next: Because. (seller)', []],
  [
    spool('await_confirmation', 'provider', ['accept'], { agreement: 'proposed' }),
    'Next: Because. (seller)',
    ['outturn spool accept spl_1'],
  ],
  [
    spool('await_confirmation', 'buyer', []),
    'Next: Because. (buyer)',
    ['outturn spool confirm spl_1 cond_1=passed'],
  ],
  [spool('terminal', 'none', []), 'Next: Because.', []],
])('the next step names who takes it, and its command where the caller can', (of, first, commands) => {
  expect(nextLines(of)).toEqual([first, ...commands.map((each) => `  ${each}`)])
})

test('the buyer of work is shown what the seller does, and cannot do it', () => {
  const { agreement, parties } = spool('submit_evidence', 'provider', ['evidence'])
  expect(hintCommands(hint, { id: 'spl_1', spool: { agreement, parties } })).toEqual([
    'seller: outturn spool evidence spl_1 FILE',
    'outturn spool verify spl_1',
  ])
  const alone = { agreement: { ...agreement, mode: 'unilateral' as const }, parties }
  expect(hintCommands(hint, { id: 'spl_1', spool: alone })[0]).toBe('outturn spool evidence spl_1 FILE')
})

test('a table says what is awaited of whom', () => {
  const proposed = spool('await_confirmation', 'provider', [], { agreement: 'proposed' })
  expect(
    [proposed, spool('await_confirmation', 'buyer', []), spool('rerun_allowed', 'verifier', [])].map(
      nextWords,
    ),
  ).toEqual(['seller: accept', 'buyer: confirm', 'verify'])
})
