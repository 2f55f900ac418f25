import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Environment } from '@outturn/vocabulary'
import { parseKeyDocument } from '../keys/trust-set.ts'
import { auditStatementReasons, verifyAuditStatement } from './verify-audit-statement.ts'

type Case = {
  readonly name: string
  readonly statement: unknown
  readonly environment: Environment
  readonly result_digest?: string
  readonly reasons: readonly string[]
}

const file = new URL('../../../../test/vectors/audit/statements.json', import.meta.url)
const { keys, cases } = JSON.parse(readFileSync(file, 'utf8')) as { keys: unknown; cases: readonly Case[] }
const trustSet = parseKeyDocument(keys)

test.each(cases)('a statement $name', ({ statement, environment, result_digest: resultDigest, reasons }) => {
  const options = { trustSet, environment, ...(resultDigest !== undefined && { resultDigest }) }
  expect(verifyAuditStatement(statement, options)).toEqual({ valid: reasons.length === 0, reasons })
})

test('every reason has a case', () => {
  expect(new Set(cases.flatMap(({ reasons }) => reasons))).toEqual(new Set(auditStatementReasons))
})
