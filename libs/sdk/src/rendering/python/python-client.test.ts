import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readApiDocument } from '../api-document.ts'
import { pythonClient } from './python-client.ts'

const folder = join(import.meta.dirname, '../../../../sdk-python')
const rendered = pythonClient(await readApiDocument())

// Where the document has changed: `npm run render:clients` renders the files anew.
test.each([...rendered])('%s is what the interface document says', async (path, text) => {
  await expect(text).toMatchFileSnapshot(join(folder, path))
})
