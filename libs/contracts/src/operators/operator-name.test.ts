import { expect, test } from 'vitest'
import { operatorName } from './operator-name.ts'

const nameOf = (name: string) => operatorName({ kind: 'operator', name })

test('an operator is recorded under the name without the space around it', () => {
  expect(nameOf(' Zoë van Dijk ')).toBe('Zoë van Dijk')
})

test.each(['', ' ', 'x'.repeat(121), 'root\u200b', 'root\n', '\u202etoor', 'ro\ufe0fot'])(
  '%j is no name to be recorded under',
  (name) => {
    expect(() => nameOf(name)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        options: expect.objectContaining({ field: 'as' }),
      }),
    )
  },
)
