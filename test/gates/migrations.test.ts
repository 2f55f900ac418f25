import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { migrationOf } from '@outturn/postgres'
import { expect, test } from 'vitest'
import previousRelease from '../upgrade/previous-release.json' with { type: 'json' }

const repository = join(import.meta.dirname, '../..')
const patterns = ['services/*/src/store/migrations/*.sql', 'libs/postgres/src/migrations/*.sql']
const folders = Map.groupBy(
  patterns.flatMap((pattern) => globSync(pattern, { cwd: repository })),
  dirname,
)
const released: Readonly<Record<string, number>> = previousRelease.migrations
const numberOf = (file: string) => Number(basename(file).slice(0, 4))
const addedSince = (folder: string, files: readonly string[]) =>
  files.filter((file) => numberOf(file) > (released[folder] ?? 0)).toSorted()

/** The previous release reads or writes what these take away or demand. */
const breaking: readonly (readonly [RegExp, string])[] = [
  [/\bdrop (?:table|column|view|function)\b/i, 'drops something'],
  [/\brename (?:to|column)\b/i, 'renames something'],
  [/\bset not null\b/i, 'demands a value that the previous release does not write'],
  [/\balter column \w+ (?:set data )?type\b/i, 'changes a type'],
  [
    /\badd column (?:if not exists )?\w+ (?![^,;]*\bdefault\b)[^,;]*\bnot null\b/i,
    'adds a column that the previous release does not fill',
  ],
  [/\brevoke\b/i, 'takes a right away'],
]

/** Why the previous release would not run on a schema with this migration, although it says it would. */
function faultOf(sql: string): string | undefined {
  const text = withoutOwnRevokes(sql.replaceAll(/--.*$/gm, ''))
  return breaking.find(([pattern]) => pattern.test(text))?.[1]
}

/** The text without revokes of functions that it creates itself: the previous release has no right to take away. */
function withoutOwnRevokes(text: string): string {
  const created = new Set([...text.matchAll(/\bcreate function (\w+)\(/g)].map(([, name]) => name))
  return text.replaceAll(
    /\brevoke (?:all|execute) on function (\w+)\([^)]*\) from public;/g,
    (revoke, name: string) => (created.has(name) ? '' : revoke),
  )
}

test.each([...folders])(
  'the migrations of %s are numbered from 1 without a gap or a repetition',
  (_, files) => {
    const numbers = files.map(numberOf).toSorted((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_number, at) => at + 1))
  },
)

test.each([...folders])(
  'each migration of %s that the previous release lacks states its kind, and an expand breaks nothing',
  (folder, files) => {
    for (const file of addedSince(folder, files)) {
      const migration = migrationOf(file, readFileSync(join(repository, file), 'utf8'))
      expect(
        migration.kind,
        `${file} begins with "-- expand" or "-- contract: needs <release>"`,
      ).not.toBeNull()
      if (migration.kind === 'expand') expect(faultOf(migration.sql), file).toBeUndefined()
    }
  },
)

test.each([
  ['alter table thing drop column note', 'drops something'],
  ['alter table thing rename column note to remark', 'renames something'],
  [
    'alter table thing alter column note set not null',
    'demands a value that the previous release does not write',
  ],
  ['alter table thing alter column note type bigint', 'changes a type'],
  [
    'alter table thing add column note text not null',
    'adds a column that the previous release does not fill',
  ],
  ["alter table thing add column note text not null default ''", undefined],
  ['alter table thing add column note text, add column mark text', undefined],
  ['revoke all on function made() from public;', 'takes a right away'],
  ['create function made() returns int; revoke all on function made() from public;', undefined],
  ['create table note (id text not null); -- drop table later', undefined],
])('%j: %s', (sql, fault) => {
  expect(faultOf(sql)).toBe(fault)
})
