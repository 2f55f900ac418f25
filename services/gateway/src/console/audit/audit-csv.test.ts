import { expect, test } from 'vitest'
import { auditCsv } from './audit-csv.ts'

const entry = {
  id: '1',
  account_id: 'acc_1',
  at: new Date('2026-11-27T12:00:00Z'),
  actor: 'ada@example.com',
  chain_id: null,
  action: 'key.made',
  target: 'key_1',
  result: 'ok' as const,
  address_prefix: '192.0.2.0/24',
  details: { name: 'a, "b"' },
}

test('a cell is quoted where it must be, and lines end as RFC 4180 says', () => {
  expect(auditCsv([entry])).toBe(
    '\uFEFFat,actor,action,target,result,network,details\r\n' +
      '2026-11-27T12:00:00.000Z,ada@example.com,key.made,key_1,ok,192.0.2.0/24,"{""name"":""a, \\""b\\""""}"\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@x', '\tx'])('%j is no formula', (target) => {
  expect(auditCsv([{ ...entry, target }])).toContain(`'${target}`)
})
