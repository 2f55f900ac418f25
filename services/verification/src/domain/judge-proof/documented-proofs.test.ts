import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { checkJudgeProof } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { judgeProof } from './judge-proof.ts'
import { externalResultTypedData } from './eip712-proof.ts'

const document = readFileSync(new URL('../../../../../docs/external-judges.md', import.meta.url), 'utf8')
const [text = ''] = blocks('text')
const examples = blocks('json').map((block) => JSON.parse(block))
const secrets = { 'qa-lab': 'a-secret-of-at-least-32-characters' }

function blocks(language: string): string[] {
  const pattern = new RegExp(`\`\`\`${language}\n(?<block>.*?)\n\`\`\``, 'gs')
  return [...document.matchAll(pattern)].map(({ groups }) => groups?.['block'] ?? '')
}

test('the documented text has the documented digest', () => {
  expect(document).toContain(createHash('sha256').update(text).digest('hex'))
})

test.each(['ed25519', 'jws', 'eip712', 'hmac_sha256'])('the documented %s proof holds', async (type) => {
  const example = examples.find(({ proof }) => proof?.type === type)
  const input = checkJudgeProof.input.parse({ judge: example?.external_judge, text, proof: example?.proof })
  expect(await judgeProof(input, secrets)).toEqual({ valid: true, reason: null })
  const forged = { ...input, text: text.replace('"partial"', '"pass"') }
  expect(await judgeProof(forged, secrets)).toMatchObject({ valid: false })
})

test('the documented typed data is what is signed', () => {
  expect(examples.find((example) => 'primaryType' in example)).toEqual(externalResultTypedData(text))
})
