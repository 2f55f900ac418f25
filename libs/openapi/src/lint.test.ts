import { publicEndpoints } from '@outturn/contracts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { openapiDocument } from './openapi-document.ts'

test('a linter that is not ours finds nothing to warn of', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const source = JSON.stringify(await openapiDocument(publicEndpoints('outturn')))
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})
