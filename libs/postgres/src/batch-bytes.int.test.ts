import { testDatabase } from '@outturn/testkit'
import { afterAll, expect, test } from 'vitest'
import { BatchBytes, bytesAt, textAt } from './batch-bytes.ts'
import { createPool } from './pool.ts'

const database = await testDatabase()
afterAll(() => database.drop())
const pool = createPool({
  connectionString: database.url,
  schema: 'public',
  applicationName: 'test',
})
afterAll(() => pool.end())

async function readBack(values: readonly (string | Uint8Array | null)[]) {
  const bytes = new BatchBytes()
  const places = values.map((value) => (value === null ? null : bytes.add(value)))
  const { rows } = await pool.query<{ text: string | null; file: Buffer | null }>(
    `select case when is_text then ${textAt('$2', 'place')} end as text,
       case when not is_text then ${bytesAt('$2', 'place')} end as file
     from unnest($1::integer[], $3::boolean[]) with ordinality as given(place, is_text, n) order by n`,
    [places, bytes.toParameter(), values.map((value) => !(value instanceof Uint8Array))],
  )
  return rows.map(({ text, file }) => text ?? (file === null ? null : new Uint8Array(file)))
}

test('texts and files arrive byte for byte, each at its place, and none where there is no place', async () => {
  const values = [
    '',
    '{"quoted":"\\"","slash":"\\\\","braces":"{},NULL"}',
    new Uint8Array(),
    null,
    'é, 木, 🙂, \u2028, \u007f',
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    'x'.repeat(1_000_000),
    '木'.repeat(300_000),
  ]
  expect(await readBack(values)).toEqual(values)
  expect(await readBack([null])).toEqual([null])
})

test('a text that UTF-8 has no form for is refused and not written as another one', () => {
  expect(() => new BatchBytes().add('\ud83d')).toThrow(RangeError)
})
