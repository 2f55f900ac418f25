import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOutturn } from '@outturn/cli'
import type { OutcomeReceiptBody } from '@outturn/contracts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator } from '../system/operator.ts'
import { delivery, readSystem, sendTo, verified } from './api.ts'
import { type OfflineVerifier, openOfflineVerifier } from './offline-verifier.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const folder = mkdtempSync(join(tmpdir(), 'outturn-disclosure-'))
const names = Array.from({ length: 21 }, (_, index) => `Company ${String(index + 1).padStart(2, '0')}`)
let desk: OfflineVerifier
let disclosed: string

beforeAll(async () => {
  desk = await openOfflineVerifier(send, system)
  const operator = await connectOperator(system)
  const { apiKey: key } = await operator.openAccount({ included: 1 })
  await operator.close()
  const rows = names.map((name, index) => ({ name, website: index === 16 ? '' : 'https://company.example' }))
  const identity = { source_key: 'name', visibility: 'label' } as const
  const unit = { total_units: rows.length, unit_amount_cents: 10, identity }
  const { receipt } = await verified(send, key, delivery({ unit, evidence: { rows } }))
  const { text } = await send(`/api/v1/receipts/${receipt?.id}`, { key })
  const [from, to] = [join(folder, 'receipt.json'), join(folder, 'unit-17.json')]
  writeFileSync(from, text)
  await runOutturn(['disclose', from, '--unit', '17', '-o', to], { print: () => {}, complain: () => {} })
  disclosed = readFileSync(to, 'utf8')
})
afterAll(() => {
  desk.close()
  rmSync(folder, { recursive: true })
})

test('a party proves one unit of a delivery to somebody who has nothing but the keys', () => {
  expect(desk.check(disclosed)).toEqual({ code: 0, reasons: [] })
  const { unit_disclosures: units } = JSON.parse(disclosed) as { unit_disclosures: { leaf: object }[] }
  expect(units.map(({ leaf }) => leaf)).toMatchObject([
    {
      unit: 17,
      result: 'fail',
      reasons: [{ code: 'missing_field', field: 'website' }],
      identity: { label: names[16] },
    },
  ])
})

test('the file names no other unit', () => {
  expect(names.filter((name) => disclosed.includes(name))).toEqual([names[16]])
  const { unit_results: leaves, units } = JSON.parse(disclosed) as OutcomeReceiptBody
  expect([leaves, units?.total]).toEqual([undefined, 21])
  expect(disclosed.match(/"salt"/g)).toHaveLength(1)
})

test('another name than the signed one is found', () => {
  const forged = disclosed.replace(names[16] ?? '', names[0] ?? '')
  expect(desk.check(forged)).toEqual({ code: 1, reasons: ['invalid_run_digest'] })
})
