import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { json, type TestService, testService } from '../testing/test-service.ts'
import type { EvidenceFile } from './evidence-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'outturn-sdk-'))
const table = 'email\nana@example.com\n'
const base64 = Buffer.from(table).toString('base64')
let service: TestService

beforeAll(async () => {
  service = await testService()
  writeFileSync(join(folder, 'leads.csv'), table)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

async function submitted(evidence: Omit<EvidenceFile, 'condition_id'>): Promise<unknown> {
  const client = createClient({ baseUrl: service.baseUrl, apiKey: 'spk_live_example' })
  service.answerWith(json(200, { id: 'spl_1' }))
  await client.spools.submitEvidence('spl_1', { condition_id: 'cond_1', ...evidence })
  return service.received[0]?.body
}

test.each<[string, () => Omit<EvidenceFile, 'condition_id'>, object, object]>([
  [
    'a file by its path',
    () => ({ file: join(folder, 'leads.csv') }),
    { type: 'dataset', source: 'leads.csv' },
    { media_type: 'text/csv' },
  ],
  [
    'a File',
    () => ({ file: new File([table], 'photo.JPG') }),
    { type: 'photo', source: 'photo.JPG' },
    { media_type: 'image/jpeg' },
  ],
  [
    'a Blob with its media type',
    () => ({ file: new Blob([table], { type: 'text/csv;charset=utf-8' }), source: 'crm' }),
    { type: 'dataset', source: 'crm' },
    { media_type: 'text/csv' },
  ],
  [
    'a Buffer',
    () => ({ file: Buffer.from(table), source: 'crm', media_type: 'application/pdf' }),
    { type: 'file', source: 'crm' },
    { media_type: 'application/pdf' },
  ],
  [
    'what the caller says of a file before what its name says',
    () => ({ file: join(folder, 'leads.csv'), type: 'text', source: 'crm', metadata: { batch: 7 } }),
    { type: 'text', source: 'crm' },
    { media_type: 'text/csv', batch: 7 },
  ],
])('evidence is %s', async (_, evidence, members, metadata) => {
  expect(await submitted(evidence())).toEqual({
    condition_id: 'cond_1',
    ...members,
    metadata: { ...metadata, content_base64: base64 },
  })
})

test('a large file is sent to the last byte', async () => {
  const bytes = new Uint8Array(300_001).map((_, index) => index % 251)
  const body = (await submitted({ file: bytes, source: 'x' })) as { metadata: { content_base64: string } }
  expect(Buffer.from(body.metadata.content_base64, 'base64').equals(bytes)).toBe(true)
})

test('bytes without a name, a file that is not there and one that is too large are not sent', async () => {
  await expect(submitted({ file: Buffer.from('x') })).rejects.toThrow(TypeError)
  await expect(submitted({ file: join(folder, 'gone.csv') })).rejects.toMatchObject({ code: 'ENOENT' })
  const huge = Object.defineProperty(new Blob(['x']), 'size', { value: 65 * 1_024 * 1_024 })
  await expect(submitted({ file: huge, source: 'x' })).rejects.toThrow(RangeError)
  expect(service.received).toEqual([])
})
