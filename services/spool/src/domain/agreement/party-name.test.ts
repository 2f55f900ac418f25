import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { agreedName, comparableName } from './party-name.ts'

test.each([
  ['case', 'Acme', 'ACME'],
  ['folding', 'Straße', 'STRASSE'],
  ['width', 'Acme', 'Ａcme'],
  ['space around', 'Acme', ' Acme\u3000'],
  ['the kind of space', 'Ac me', 'Ac\u00a0me'],
  ['more space', 'Ac me', 'Ac   me'],
  ['a zero-width space', 'Acme', 'Ac\u200bme'],
  ['a soft hyphen', 'Acme', 'Ac\u00adme'],
  ['a variation selector', 'Acme', 'Acme\ufe0f'],
  ['a filler', 'Acme', 'Acme\u3164'],
])('names that differ by %s only are one name', (_, one, other) => {
  expect(comparableName(other)).toBe(comparableName(one))
})

test('names that people tell apart are two', () => {
  expect(comparableName('Acme 2')).not.toBe(comparableName('Acme'))
  expect(comparableName('کتاب‌خانه')).not.toBe(comparableName('کتاب'))
})

test.each([
  ['blank', ' ', 422],
  ['only what no one sees', '\u200b\u2060', 422],
  ['with a line break', 'Ac\nme', 400],
  ['with a control character', 'Acme\u0007', 400],
  ['that turns the direction of writing', '\u202eemcA', 400],
])('a name %s is refused', (_, name, status) => {
  const refusal = (() => {
    try {
      return agreedName(name, 'name')
    } catch (error) {
      return error
    }
  })()
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'validation_failed', status, options: { field: 'name' } })
})

test('a name is kept as it was written, without the space around it', () => {
  expect(agreedName(' Ana  Bäcker 👩‍🚀 ', 'name')).toBe('Ana  Bäcker 👩‍🚀')
  expect(agreedName('کتاب‌خانه', 'name')).toBe('کتاب‌خانه')
})
