import { publicEndpoints } from '@outturn/contracts'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import openapiTs, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openapiDocument } from './openapi-document.ts'

/** A program over a client that `openapi-typescript` makes, sent by `openapi-fetch`. */
const openapiFetchCaller = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

const client = createClient<paths>({ baseUrl: 'http://localhost' })
const body: components['schemas']['OneCallRequest'] = {
  conditions: [{ description: 'one row', deterministic_check: { checker: 'row_count', expected: 1 } }],
  max_amount_cents: 500,
  evidence: { rows: [{ email: 'ida@fjord.example' }] },
}

export async function earnedByDelivery(): Promise<number> {
  const { data, error } = await client.POST('/api/v1/verify', { body })
  if (error !== undefined) throw new Error(error.code)
  if ('code' in data) throw new Error(data.code satisfies 'limit_reached' | 'sandbox_resting' | 'trusted_key_unavailable')
  if ('dry_run' in data) return data.earned_cents + data.price.total_micros.length
  return data.earned_cents + data.spool_id.length
}

export async function earnedBySpool(id: string): Promise<number> {
  const { data, error } = await client.POST('/api/v1/spools/{id}/verify', { params: { path: { id } } })
  if (error !== undefined) throw new Error(error.code)
  if ('code' in data) throw new Error(data.message)
  return 'dry_run' in data ? data.earned_cents + data.previews_left : data.earned_cents + data.terms.length
}

export async function isAuthentic(attestation: components['schemas']['Attestation']): Promise<boolean> {
  const { data } = await client.POST('/api/v1/attestations/verify', { body: attestation })
  return data !== undefined && !('code' in data) && data.valid
}

export async function createdId(spool: components['schemas']['CreateSpoolRequest']): Promise<string> {
  const { data } = await client.POST('/api/v1/spools', { body: spool })
  if (data === undefined || 'code' in data) throw new Error(data?.remediation)
  return data.id
}
`

/** The same program over a client that `@hey-api/openapi-ts` makes. */
const heyApiCaller = `
import { createSpool, verifyAttestation, verifyDelivery, verifySpool } from './hey-api/index.js'
import type { Attestation, CreateSpoolRequest, OneCallRequest } from './hey-api/index.js'

const body: OneCallRequest = {
  conditions: [{ description: 'one row', deterministic_check: { checker: 'row_count', expected: 1 } }],
  max_amount_cents: 500,
  evidence: { rows: [{ email: 'ida@fjord.example' }] },
}

export async function earnedByDelivery(): Promise<number> {
  const { data, error } = await verifyDelivery({ body })
  if (data === undefined) throw new Error(error.code)
  if ('code' in data) throw new Error(data.code)
  return 'dry_run' in data ? data.earned_cents + data.price.total_micros.length : data.earned_cents
}

export async function earnedBySpool(id: string): Promise<number> {
  const { data, error } = await verifySpool({ path: { id } })
  if (data === undefined) throw new Error(error.code)
  if ('code' in data) throw new Error(data.message)
  return 'dry_run' in data ? data.earned_cents + data.previews_left : data.earned_cents + data.terms.length
}

export async function isAuthentic(attestation: Attestation): Promise<boolean> {
  const { data } = await verifyAttestation({ body: attestation })
  return data !== undefined && !('code' in data) && data.valid
}

export async function createdId(spool: CreateSpoolRequest): Promise<string> {
  const { data } = await createSpool({ body: spool })
  if (data === undefined || 'code' in data) throw new Error(data?.remediation)
  return data.id
}
`

const library = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'outturn-generated-clients-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  symlinkSync(join(library, 'node_modules'), join(folder, 'node_modules'))
  const routes = publicEndpoints('outturn')
  const document = JSON.stringify(await openapiDocument(routes))
  writeFileSync(join(folder, 'openapi.json'), document)
  const types = await openapiTs(JSON.parse(document) as OpenAPI3)
  writeFileSync(join(folder, 'schema.d.ts'), astToString(types))
  await createClient({
    input: join(folder, 'openapi.json'),
    output: join(folder, 'hey-api'),
    logs: { level: 'silent' },
  })
  const compilerOptions = {
    ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: true },
    ...{
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
    },
    ...{ types: [], skipLibCheck: true },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*-caller.ts'] }))
})

test.each([
  ['openapi-fetch', openapiFetchCaller],
  ['hey-api', heyApiCaller],
])(
  'a program over a client made by %s tells results, dry runs and errors apart without a cast',
  async (name, program) => {
    writeFileSync(join(folder, `${name}-caller.ts`), program)
    const compiler = join(library, '../../node_modules/.bin/tsc')
    const { stdout } = await promisify(execFile)(compiler, ['-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
    rmSync(join(folder, `${name}-caller.ts`))
  },
)
