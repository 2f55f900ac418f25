import { expect, test } from 'vitest'
import { auditContent } from './audit-page.ts'
import { renderedContent } from './spools/listed-spools.fixture.ts'

test('an action on a Spool is said in words, without the id of its command', () => {
  const entry = {
    id: '1',
    account_id: 'acc_1',
    chain_id: null,
    actor: 'owner@example.com',
    action: 'spool.dispute',
    target: 'spl_962412fc39ca1cef5e6b105f',
    result: 'ok',
    address_prefix: '127.0.0.0/24',
    at: new Date('2026-11-28T00:39:00.000Z'),
  } as const
  const page = renderedContent(
    auditContent(
      [
        { ...entry, details: { command: 'cmd_ba6266f87d9e62db' } },
        { ...entry, result: 'refused', details: { code: 'not_allowed_in_unilateral_mode' } },
      ],
      null,
    ),
  )
  expect(page).toContain('Asked to open a dispute<')
  expect(page).toContain('Asked to open a dispute (refused: not allowed in unilateral mode)')
  expect(page).not.toContain('cmd_')
})
