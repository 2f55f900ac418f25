import { StrictJsonError, canonicalJson, parseStrictJson } from '@outturn/canonical'
import { nodeSuite } from '@outturn/canonical/node'

let code = ''
try {
  parseStrictJson('{"a": 1, "a": 2}')
} catch (error) {
  if (error instanceof StrictJsonError) code = error.code
}
const text: string = canonicalJson(parseStrictJson('{"b": 1, "a": [true, null]}'))
console.log(
  text === '{"a":[true,null],"b":1}' && code === 'duplicate_key' && 'sha256' in nodeSuite ? 'ok' : 'wrong',
)
