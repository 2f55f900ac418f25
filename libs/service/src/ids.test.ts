import { createHash } from 'node:crypto'
import { idPattern } from '@outturn/agreement'
import { expect, test } from 'vitest'
import { derivedId, newId } from './ids.ts'

test('a new id has the form of its kind and is never drawn twice', () => {
  expect(newId('spool')).toMatch(idPattern('spool'))
  expect(newId('spool')).not.toBe(newId('spool'))
})

test('a derived id is the first 24 digits of the digest of prefix and seed', () => {
  const digest = createHash('sha256').update('vr:command-1').digest('hex')
  expect(derivedId('run', 'command-1')).toBe(`vr_${digest.slice(0, 24)}`)
})

test('one seed names one thing of each kind', () => {
  expect(derivedId('spool', 'command-1')).toBe(derivedId('spool', 'command-1'))
  expect(derivedId('spool', 'command-1').slice(4)).not.toBe(derivedId('receipt', 'command-1').slice(4))
})
