import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPythonWith, pythonClientFolder, pythonSources } from '@outturn/sdk/python-client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runCommand } from '../system/command.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { readSystem } from './api.ts'

const system = readSystem(inject('system'))
const python = findPythonWith('httpx')
let operator: Operator

beforeAll(async () => {
  operator = await connectOperator(system)
})
afterAll(() => operator.close())

/** Runs a program in Python with the address of the system and the key of a new account. */
async function runPython(args: readonly string[]) {
  const { apiKey } = await operator.openAccount({ included: 10 })
  return runCommand(python ?? '', args, {
    PATH: process.env['PATH'] ?? '',
    PYTHONPATH: pythonSources,
    PYTHONDONTWRITEBYTECODE: '1',
    OUTTURN_URL: system.base_url,
    OUTTURN_KEY: apiKey,
  })
}

describe.skipIf(python === undefined)('the client in Python', () => {
  test('the samples of its page on the registry run one after another, from a delivery to a receipt that is checked offline', async () => {
    const text = readFileSync(join(pythonClientFolder, 'PACKAGE.md'), 'utf8')
    const samples = [...text.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, sample = '']) => sample)
    expect(samples.length).toBeGreaterThanOrEqual(5)
    const { code, output, errors } = await runPython([
      '-W',
      'error::DeprecationWarning',
      '-c',
      samples.join('\n'),
    ])
    expect([code, errors]).toEqual([0, ''])
    const lines = output.trim().split('\n')
    expect(lines[0]).toMatch(/^5 missing_field:email http:.*\/r\/ocr_/)
    expect(lines[1]).toMatch(/^500 http:.*\/r\/ocr_/)
    expect(lines[2]).toBe('pay 5.00')
    expect(lines.at(-2)).toMatch(/^2 False$/)
    expect(lines.at(-1)).toMatch(/^Check the id .* req_[0-9a-f]{24}$/)
  })

  test('two parties come to a receipt by the client that is awaited', async () => {
    const { code, output, errors } = await runPython([join(pythonClientFolder, 'tests/awaited_lifecycle.py')])
    expect([code, errors]).toEqual([0, ''])
    expect(JSON.parse(output)).toMatchObject({
      fulfillment: 'evidence_submitted',
      earned_cents: 500,
      same_receipt: true,
      valid: true,
      altered: false,
      stale: 'store_conflict',
      events: ['spool.created', 'counterparty.invited'],
    })
  })
})
