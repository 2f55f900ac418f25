import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderAll } from './render.ts'

const rendered = await renderAll()

// Where the document has changed: `vitest run --project unit libs/sdk/src/rendering -u` renders the files anew.
test.each(Object.entries(rendered))('%s is what the interface document says', async (name, text) => {
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../generated', name))
})
