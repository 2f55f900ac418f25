import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const folders = Map.groupBy(globSync('services/*/src/store/migrations/*.sql', { cwd: repository }), dirname)

test.each([...folders])(
  'the migrations of %s are numbered from 1 without a gap or a repetition',
  (_, files) => {
    const numbers = files.map((file) => Number(basename(file).slice(0, 4))).toSorted((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_number, at) => at + 1))
  },
)
