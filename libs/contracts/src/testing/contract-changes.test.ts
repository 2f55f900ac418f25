import { expect, test } from 'vitest'
import { z } from 'zod'
import { chargeAudit, chargeCompile, reserveRun } from '../index.ts'
import { receivedSchema } from '../messages/received-schema.ts'
import { type BusContract, busContract, contractOf } from './bus-contract.ts'
import { contractChanges } from './contract-changes.ts'
import { readRecordedContract } from './recorded-contract.ts'

/** Changes that the order in which services are rolled covers, each with the reason. */
const covered = new Map([
  [
    'billing.charge-audit input.kind is added and always sent (previous receives)',
    'billing is rolled before document-audit',
  ],
  [
    'spool.create input.request.conditions is no longer always sent (previous receives)',
    'a request by recipe is refused by the previous release, which would agree on no conditions',
  ],
])

test('services of the previous release and of this one understand each other', () => {
  const changes = contractChanges(readRecordedContract(), busContract())
  expect(changes.filter((change) => !covered.has(change))).toEqual([])
  expect([...covered.keys()].filter((change) => !changes.includes(change))).toEqual([])
})

const contract = (input: z.ZodType): BusContract =>
  contractOf({ 'spool.accept input': receivedSchema(input) })
const changes = (before: z.ZodType, now: z.ZodType) => contractChanges(contract(before), contract(now))
const base = { id: z.string(), note: z.string().optional(), kind: z.enum(['a', 'b']) }
const nested = (terms: z.ZodType) => z.strictObject({ terms })

test.each([
  ['an optional member', { ...base, more: z.string().optional() }],
  ['a member with a default', { ...base, more: z.string().default('') }],
  ['a value that only this release sends', { ...base, kind: z.enum(['a', 'b', 'c']) }],
])('%s may be added', (_, shape) => {
  expect(changes(z.strictObject(base), z.strictObject(shape))).toEqual([])
})

test.each([
  [
    'a member that becomes required',
    { ...base, note: z.string() },
    '.note becomes required (previous sends)',
  ],
  ['a new member that is required', { ...base, more: z.string() }, '.more becomes required (previous sends)'],
  [
    'a member that vanishes',
    { note: base.note, kind: base.kind },
    '.id is no longer always sent (previous receives)',
  ],
  [
    'a member that becomes optional',
    { ...base, id: z.string().optional() },
    '.id is no longer always sent (previous receives)',
  ],
  ['another type', { ...base, id: z.int() }, '.id changes from string to integer (previous sends)'],
  ['null', { ...base, id: z.string().nullable() }, '.id may be null (previous receives)'],
  [
    'a value that is no longer taken',
    { ...base, kind: z.enum(['a']) },
    '.kind no longer takes "b" (previous sends)',
  ],
  ['a narrower bound', { ...base, id: z.string().max(3) }, '.id has a narrower maxLength (previous sends)'],
])('%s is found', (_, shape, fault) => {
  expect(changes(z.strictObject(base), z.strictObject(shape))).toContain(`spool.accept input${fault}`)
})

test('a document may get an optional member and no required one', () => {
  const before = nested(z.strictObject(base))
  expect(changes(before, nested(z.strictObject({ ...base, more: z.string().optional() })))).toEqual([])
  expect(changes(before, nested(z.strictObject({ ...base, more: z.string() })))).toContain(
    'spool.accept input.terms.more is added and always sent (previous receives)',
  )
})

test('a variant may be added and none taken away', () => {
  const [one, two] = [z.strictObject({ by: z.literal('one') }), z.strictObject({ by: z.literal('two') })]
  const both = z.discriminatedUnion('by', [one, two])
  expect(changes(nested(z.discriminatedUnion('by', [one])), nested(both))).toEqual([])
  expect(changes(nested(both), nested(z.discriminatedUnion('by', [one])))).toEqual([
    'spool.accept input.terms loses a variant (previous sends)',
  ])
})

test('a receiver ignores members that only a later release sends, and refuses them inside of a document', () => {
  const schema = receivedSchema(z.strictObject({ id: z.string(), terms: z.strictObject({ price: z.int() }) }))
  expect(schema.parse({ id: 'x', terms: { price: 1 }, later: true })).toEqual({
    id: 'x',
    terms: { price: 1 },
  })
  expect(schema.safeParse({ id: 'x', terms: { price: 1, later: true } }).success).toBe(false)
})

test('billing takes what releases send that knew neither keys nor use cases', () => {
  const run = {
    runId: 'vr_00000000000000000000000a',
    accountId: 'acc_00000000000000000000000a',
    freeTextCompiles: 0,
  }
  expect(reserveRun.input.parse(run)).toMatchObject({ keyId: null, useCase: 'unstated' })
  const compile = { compileId: 'pol_00000000000000000000000a', accountId: run.accountId }
  expect(chargeCompile.input.parse(compile)).toMatchObject({ keyId: null })
  const audit = { auditId: 'aud_00000000000000000000000a', accountId: run.accountId }
  expect(chargeAudit.input.parse(audit)).toMatchObject({ keyId: null, kind: 'invoice_audit' })
})
