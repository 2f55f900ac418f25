import { expect, test } from 'vitest'
import { migrationOf, statementsOf } from './migration-files.ts'
import { locksOf } from './plan-migrations.ts'

test.each([
  ['create table fresh (id int)', []],
  ['alter table spool add column due_at timestamptz', ['spool ACCESS EXCLUSIVE']],
  ['alter table only spool\n  validate constraint spool_due', ['spool SHARE UPDATE EXCLUSIVE']],
  ['create unique index spool_due on spool (due_at)', ['spool SHARE']],
  ['create index concurrently spool_due on spool (due_at)', ['spool SHARE UPDATE EXCLUSIVE']],
  ['-- a reason\nupdate receipt as r set replaces = null', ['receipt ROW EXCLUSIVE']],
  ['delete from run where outcome is null', ['run ROW EXCLUSIVE']],
])('%j locks %j', (statement, locks) => {
  expect(locksOf({ sql: `${statement};\n` }).map(({ table, lock }) => `${table} ${lock}`)).toEqual(locks)
})

test('a migration is of the kind that its first line states', () => {
  expect(migrationOf('0001_a', '-- expand\nselect 1;')).toMatchObject({ kind: 'expand', needs: null })
  expect(migrationOf('0001_a', '-- contract: needs 1.4\nselect 1;')).toMatchObject({
    kind: 'contract',
    needs: '1.4',
  })
  expect(migrationOf('0001_a', 'select 1;\n-- expand')).toMatchObject({ kind: null })
  expect(() => migrationOf('0001_a', '-- contract\nselect 1;')).toThrow('needs 1.4')
})

test('statements are split at semicolons that end a line, and comments alone are none', () => {
  expect(statementsOf({ sql: "-- expand\nselect ';' ;\nselect 2;\n-- the end\n" })).toEqual([
    "-- expand\nselect ';'",
    'select 2',
  ])
})
